/**
 * Sentences about what is selected, on the desk of `school-desk.ts`. The third column is what is selected (`+id,id`), or
 * attached beside a selection (`id +id`).
 */
export const selected = {
  english: `
how many rows does it have | call table_query|table_describe artifact=library | +library
rename this to Reading list | rename artifact=library title="Reading list" | +library
commit these | commit artifact=grades,parents | +grades,parents
delete them | delete artifact=quiz,seating | +quiz,seating
delete the selected ones please | delete artifact=quiz,seating | +quiz,seating
open the selected one | open artifact=syllabus | +syllabus
archive my selection | archive artifact=seating | +seating
what changed in this? | changed artifact=syllabus | +syllabus
publish it in material | publish artifact=trip collection=material | +trip
what does this say | read artifact=syllabus | +syllabus
commit the selection | commit artifact=projekt | +projekt
could you throw both away | delete artifact=quiz,seating | +quiz,seating
rename it to Marks | rename artifact=grades title=Marks | grades +library
delete the syllabus | delete artifact=syllabus | +quiz
delete everything in the trash | declines / asks / list trash | +quiz
open the seating plan | open artifact=seating | +quiz,library
what is on the desk | list artifacts | +quiz
how many rows does it have | call table_query|table_describe artifact=noten | +noten ~library
don't delete it | declines / leaves | +quiz
add "Book the bus" to it | call board_add_card artifact=trip title="Book the bus" | +trip
rename these to Old | asks | +quiz,library
what do we have on this desk | list artifacts | +library
whats new here? | changed | +library
is it going to rain | declines | +library
make a board called Open day and add a card "Print signs" to it | create type=board title="Open day" ; asks | +trip
open the syllabus and archive it | open artifact=syllabus ; archive artifact=syllabus | +quiz
commit | commit all | +grades
how many things are on my desk | list artifacts | +library
`,
  german: `
wie viele zeilen hat es | call table_query|table_describe artifact=library | +library
benenne das in Leseliste um | rename artifact=library title=Leseliste | +library
committe diese | commit artifact=grades,parents | +grades,parents
lösche sie | delete artifact=quiz,seating | +quiz,seating
lösch die ausgewählten bitte | delete artifact=quiz,seating | +quiz,seating
öffne das ausgewählte | open artifact=syllabus | +syllabus
archiviere die auswahl | archive artifact=seating | +seating
wirf beide weg | delete artifact=quiz,seating | +quiz,seating
lösche den stundenplan | delete artifact=stunden | +quiz
was gibt es neues | changed | +library
lösch das hier | delete artifact=quiz | +quiz
was hat sich daran geändert | changed artifact=syllabus | +syllabus
`,
};
