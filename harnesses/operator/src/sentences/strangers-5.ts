/** As `strangers-1.ts`, on the desk of `band-desk.ts`. Held back: no rule is written against these. */
export const strangers5 = {
  english: `
setlist | open artifact=setlist
pull the rider up for me | open artifact=rider
I wanna see the poster | open artifact=poster
do you still have the lyrics? | open artifact=lyrics
get the booking board on screen | open artifact=booking
show gaer | open artifact=gear
not the rider, the lyrics | open artifact=lyrics
where did the poster go? | open artifact=poster / find query=poster
resume the album release conversation | open session=album
what's on my plate | list artifacts / declines / list artifacts state=draft
what do i own here | list artifacts
list stuff | list artifacts
how many documents do i have | list artifacts type=document
show me the drafts please | list artifacts state=draft
is there anything i forgot to commit? | list artifacts state=draft
whats in the bin | list trash
show the press collection | list collection=press
which collections do we have | list collections
what servers am I connected to | list servers
what did we talk about before | list sessions / declines
find everything that mentions Hamburg | find query=Hamburg
is there a note about the van rental | find query="van rental" / find query="the van rental"
look up "stage plot" | find query="stage plot"
where's the part about merch percentages | find query="merch percentages"
create document Tour diary | create type=document title="Tour diary"
I need a board for the video shoot | create type=board title="video shoot"
make a new table called Guest list please | create type=table title="Guest list"
can you make me a note | create type=document
new collection called Photos | create-collection title=Photos
add hoodies to merch ideas | call board_add_card artifact=merch title=hoodies
add a card "Call the Paradiso" to booking | call board_add_card artifact=booking title="Call the Paradiso"
could you put "tote bags" on the merch board | call board_add_card artifact=merch title="tote bags"
which cards are on booking | call board_list artifact=booking
rename the rider to Tech rider | rename artifact=rider title="Tech rider"
i'd like the poster to be called Poster 2027 | rename artifact=poster title="Poster 2027"
change its name to Gear and backline | rename artifact=gear title="Gear and backline" | ~gear
commit lyrics | commit artifact=lyrics
commit everything now please | commit all
save a new version of the lyrics | commit artifact=lyrics
publish the poster to press | publish artifact=poster collection=press
take the rider out of press | unpublish artifact=rider collection=press
delete the poster | delete artifact=poster
you can throw the gear table away | delete artifact=gear
please get rid of it | delete artifact=lyrics | ~lyrics
clear out the merch ideas board | delete artifact=merch / asks / declines
dont delete anything yet | declines / leaves
leave the lyrics as they are | declines / leaves
under no circumstances delete the rider | declines / leaves
wait, no | greet / leaves / declines
what would happen if i deleted the rider | declines
restore the demo notes | restore artifact=demo
i deleted the demo notes by accident, bring them back | restore artifact=demo
restore version 1 of the rider | restore artifact=rider version=1
discard my changes to the lyrics | discard artifact=lyrics
archive the poster | archive artifact=poster
any news? | changed
what changed in the rider | changed artifact=rider
how many rows are in gear | call table_query|table_describe artifact=gear
how many songs are in the setlist | call table_query|table_describe artifact=setlist
sum of Price in gear | call table_query artifact=gear reckon=[{"column":"Price","how":"sum"}]
what's the longest Duration in setlist tour | call table_query artifact=setlist reckon=[{"column":"Duration","how":"max"}]
show gear where owner is Mia | call table_query artifact=gear where=[{"column":"owner","is":"Mia"}]
sort gear by price | call table_query artifact=gear sort=[{"column":"price"}]
gear sorted by price, cheapest first | call table_query artifact=gear sort=[{"column":"price"}]
chart price by owner in gear | call table_query artifact=gear groupBy=owner reckon=[{"column":"price","how":"sum"}]
what's in the rider | read artifact=rider
read the lyrics to me | read artifact=lyrics
add 19 and 23 | call get-sum a=19 b=23
i want to use a model | referral models
add an mcp server | referral servers
write a song about rain | declines
translate the lyrics | declines
which gig was the best | declines
cheers mate | greet
hello operator | greet
help me | help
publish the poster to press and delete the rider | publish artifact=poster collection=press ; delete artifact=rider
`,
  german: `
zeig mir bitte mal das poster | open artifact=poster
finanzen öffnen | open artifact=finanzen
wo is der rider | open artifact=rider / find query=rider
ich brauche die lyrics | open artifact=lyrics
was hab ich hier rumliegen | list artifacts
alle bilder anzeigen | list artifacts type=image
gibt es entwürfe | list artifacts state=draft
was is im müll | list trash
welche server gibts | list servers
suche Konzertagentur | find query=Konzertagentur
hab ich irgendwo was über Gema geschrieben | find query=Gema
neues dokument Pressetext | create type=document title=Pressetext
erstell mal ein board Tourplanung | create type=board title=Tourplanung
füge Mützen zu merch ideas hinzu | call board_add_card artifact=merch title=Mützen
karte "Hotel buchen" auf booking | call board_add_card artifact=booking title="Hotel buchen" / asks
welche karten gibt es auf booking | call board_list artifact=booking
benenne die finanzen um in Kasse | rename artifact=finanzen title=Kasse
nenn es Technik | rename artifact=gear title=Technik | ~gear
commite die lyrics bitte | commit artifact=lyrics
veröffentliche das poster in press | publish artifact=poster collection=press
lösche das poster | delete artifact=poster
den rider kannst du wegschmeißen | delete artifact=rider
wirf es weg | delete artifact=poster | ~poster
nein, nicht löschen | declines / leaves
bitte ändere nichts | declines / leaves
hol das alte plakat aus dem papierkorb | restore artifact=plakat
änderungen an den lyrics verwerfen | discard artifact=lyrics
rider archivieren | archive artifact=rider
was ist passiert | changed
wie viele einträge haben die finanzen | call table_query|table_describe artifact=finanzen
summe Betrag in finanzen | call table_query artifact=finanzen reckon=[{"column":"Betrag","how":"sum"}]
finanzen wo Kategorie gleich Miete | call table_query artifact=finanzen where=[{"column":"Kategorie","is":"Miete"}]
sortiere gear nach preis | call table_query artifact=gear sort=[{"column":"preis"}]
lies mir den rider vor | read artifact=rider
ich möchte ein modell anbinden | referral models
schreib einen songtext | declines
was hältst du vom poster | declines
hallo du | greet
dankeschön | greet
was kann man hier machen | help / list types
`,
};
