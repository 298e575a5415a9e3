/** As `strangers-1.ts`, on the desk of `school-desk.ts`. */
export const strangers6 = {
  english: `
hey, could you open the syllabus for me please? | open artifact=syllabus
shwo the seatign plan | open artifact=seating
bring up my grades | open artifact=grades
the letter to the parents, please | open artifact=parents
would you mind showing me what's lying on the desk? | list artifacts
any boards around here? | list artifacts type=board
what have i not committed yet | list artifacts state=draft
what's in the staff room | list collection=staff
did I throw anything away? | list trash
go back to the chat about hotels in rome | open session=rome
where did I write about the bus company | find query="bus company" / find query="the bus company"
serach for passport | find query=passport
whip up a board called Sports day | create type=board title="Sports day"
i'd love a fresh table named Attendance | create type=table title=Attendance
start a document "Field notes" | create type=document title="Field notes"
stick "Book the bus" on the class trip board | call board_add_card artifact=trip title="Book the bus"
add sunscreen to the rome trip | call board_add_card artifact=trip title=sunscreen
what's on the class trip board? | call board_list artifact=trip
please rename the quiz to Quiz round 1 | rename artifact=quiz title="Quiz round 1"
call it Reading list instead | rename artifact=library title="Reading list" | ~library
commit it with the message "ready for review" | commit artifact=parents message="ready for review" | ~parents
commit the grades and the letter to parents | commit artifact=grades,parents / commit artifact=parents,grades
put the syllabus into material | publish artifact=syllabus collection=material
take it out of the staff room | unpublish artifact=eltern collection=staff | ~eltern
bin the seating plan | delete artifact=seating
could you kindly remove this | delete artifact=quiz | quiz
remove the quiz questions and archive the seating plan | delete artifact=quiz ; archive artifact=seating
please don't touch my grades | declines / leaves
fetch the exam draft back from the trash | restore artifact=exam
undo my edits to the letter | discard artifact=parents
how many books are there in library books? | call table_query|table_describe artifact=library
how many rows does this have? | call table_query|table_describe artifact=grades | grades
what's the average Mark in grades 9b | call table_query artifact=grades reckon=[{"column":"Mark","how":"average"}]
library books where author is Orwell | call table_query artifact=library where=[{"column":"author","is":"Orwell"}]
sort it by year, newest first | call table_query artifact=library sort=[{"column":"year","descending":true}] | ~library
whats new in the syllabus? | changed artifact=syllabus
make a board called Open day and add a card "Print signs" to it | create type=board title="Open day" ; asks
grade these essays for me | declines
thx a lot! | greet
what are you able to do? | help
`,
  german: `
könntest du mir bitte den stundenplan zeigen | open artifact=stunden
mach mal den notenspigel auf | open artifact=noten
was liegt denn so auf dem tisch? | list artifacts
welche tabellen gibt es hier | list artifacts type=table
zeig mir den papierkorb | list trash
finde alles über Klassenfahrt | find query=Klassenfahrt
leg bitte ein neues board namens Sommerfest an | create type=board title=Sommerfest
ich brauche ein neues dokument "Elternbrief" | create type=document title=Elternbrief
schreib "Plakate drucken" auf die projektwoche | call board_add_card artifact=projekt title="Plakate drucken"
benenn den stundenplan bitte in Stundenplan 2027 um | rename artifact=stunden title="Stundenplan 2027"
kannst du das umbenennen in Notenliste | rename artifact=noten title=Notenliste | noten
committe die projektwoche mit der nachricht "Erster Stand" | commit artifact=projekt message="Erster Stand"
stell den stundenplan in material | publish artifact=stunden collection=material
schmeiß den elternabend weg | delete artifact=eltern
lösch das bitte | delete artifact=quiz | ~quiz
hol mir den wandertag zurück | restore artifact=wandertag
wie viele zeilen hat der notenspiegel | call table_query|table_describe artifact=noten
wieviele zeilen hat das | call table_query|table_describe artifact=stunden | stunden
notenspiegel nach note sortieren, absteigend | call table_query artifact=noten sort=[{"column":"note","descending":true}]
öffne den elternabend und lösche die quiz questions | open artifact=eltern ; delete artifact=quiz
was hat sich am stundenplan geändert | changed artifact=stunden
`,
};
