/** As `strangers-1.ts`, on the desk of `club-desk.ts`. Held back: no rule is written against these. */
export const strangers4 = {
  english: `
hi, can I have a look at the member list? | open artifact=members
the court map please | open artifact=map
newsleter march | open artifact=newsletter
mind showing me the summer tournament | open artifact=tournament
I can't find the court map | open artifact=map / find query="court map"
what was in that newsletter again | read artifact=newsletter
go back to the sponsor chat | open session=sponsor
whats all this | list artifacts / help
anything on the desk? | list artifacts
which documents do you have for me | list artifacts type=document
what is there to commit | list artifacts state=draft
give me a list of boards | list artifacts type=board
is the trash empty? | list trash
list everything published under Public | list collection=public
what has been archived so far | list archived
are all servers ok | list servers
search for floodlights | find query=floodlights
who wrote about the broken net | find query="broken net" / find query="the broken net" / declines
find that thing about referee training | find query="referee training"
please open a blank document | create type=document
could we get a new board named Autumn cup | create type=board title="Autumn cup"
new note - Ideas for the clubhouse | create type=document title="Ideas for the clubhouse"
start a table: Equipment | create type=table title=Equipment
i would like to add a table called Referees | create type=table title=Referees
make a collection Minutes | create-collection title=Minutes
add a card "Book the hall" to the tournament board | call board_add_card artifact=tournament title="Book the hall"
put "call the printer" on my to do board | call board_add_card artifact=todo title="call the printer"
add trophies to summer tournament | call board_add_card artifact=tournament title=trophies
what's left on the to do board | call board_list artifact=todo / open artifact=todo
show me all tasks of the summer tournament | call board_list artifact=tournament
call the court map Map of courts | rename artifact=map title="Map of courts"
please change the title of the newsletter to Newsletter April | rename artifact=newsletter title="Newsletter April"
rename that to Fixtures | rename artifact=tournament title=Fixtures | ~tournament
commit the membership fees | commit artifact=fees
could you commit the newsletter with the message "typos fixed" | commit artifact=newsletter message="typos fixed"
commit all my work | commit all
publish the newsletter in Public | publish artifact=newsletter collection=public
unpublish the member list from public | unpublish artifact=members collection=public
delete the court map, thanks | delete artifact=map
would you please remove that board | delete artifact=tournament | ~tournament
the newsletter is obsolete, bin it | delete artifact=newsletter
please delete nothing | declines / leaves
do not publish the newsletter | declines / leaves
don't you dare delete the member list | declines / leaves
i didn't ask you to commit | declines / leaves
can a deleted board be restored? | declines / list trash / help / asks
bring the old flyer back please | restore artifact=flyer
can you undelete the flyer | restore artifact=flyer
revert my edits to the membership fees | discard artifact=fees
put the member list into the archive | archive artifact=members
what happened here this week | changed
show all versions of the member list | changed artifact=members
did anything change in the newsletter | changed artifact=newsletter
how many members are in the member list | call table_query|table_describe artifact=members
number of entries in membership fees | call table_query|table_describe artifact=fees
what is the sum of Fee in membership fees | call table_query artifact=fees reckon=[{"column":"Fee","how":"sum"}]
highest Fee in membership fees please | call table_query artifact=fees reckon=[{"column":"Fee","how":"max"}]
member list where team is Juniors | call table_query artifact=members where=[{"column":"team","is":"Juniors"}]
membership fees with fee under 50 | call table_query artifact=fees where=[{"column":"fee","is":"<50"}]
sort the member list by name | call table_query artifact=members sort=[{"column":"name"}]
plot fee by team from membership fees | call table_query artifact=fees groupBy=team reckon=[{"column":"fee","how":"sum"}]
what does the newsletter say? | read artifact=newsletter
i have an api key for anthropic | referral models
let's add another mcp server | referral servers
who should be captain | declines
write the newsletter for april | declines
is tennis harder than squash | declines
hey there buddy | greet
perfect, thank you so much | greet
what else can you do | help
rename the to do board to Chores and then show it | rename artifact=todo title=Chores ; open artifact=todo
`,
  german: `
trainingsplan | open artifact=plan
ich würde gern die vereinssatzung sehen | open artifact=satzung
kannste mal die kasse öffnen | open artifact=kasse
wo hab ich den trainingsplan hingelegt | open artifact=plan / find query=trainingsplan
mitgliederbeiträge zeigen | declines / find query=mitgliederbeiträge
was ham wir hier | list artifacts
gib mir ne liste aller boards | list artifacts type=board
ist noch was im papierkorb | list trash
zeig mal die sammlung vorstand | list collection=vorstand
welche entwürfe hab ich | list artifacts state=draft
such nach Flutlicht | find query=Flutlicht
gibts was über hallenzeiten | find query=hallenzeiten
mach mal ne neue notiz Elternabend | create type=document title=Elternabend
ich will ein neues board namens Ausflug | create type=board title=Ausflug
leg ne tabelle Bälle an | create type=table title=Bälle
schreib "Netze flicken" auf das to do board | call board_add_card artifact=todo title="Netze flicken"
häng noch Pokale an summer tournament | call board_add_card artifact=tournament title=Pokale / asks
nenn den trainingsplan Trainingsplan Herbst | rename artifact=plan title="Trainingsplan Herbst"
die kasse soll künftig Vereinskasse heißen | rename artifact=kasse title=Vereinskasse
kannst du alles committen? | commit all
veröffentliche den trainingsplan unter Public | publish artifact=plan collection=public
schmeiß die court map weg | delete artifact=map
die satzung wird nicht mehr gebraucht, lösch sie | delete artifact=satzung
bitte lösche die kasse auf keinen fall | declines / leaves
nichts löschen bitte | declines / leaves
stell das winterfest wieder her | restore artifact=winter
verwirf meine änderungen am newsletter | discard artifact=newsletter
pack die kasse ins archiv | archive artifact=kasse
was wurde zuletzt geändert | changed
wie viele zeilen stehen in der kasse | call table_query|table_describe artifact=kasse
gesamtsumme von Betrag in der kasse | call table_query artifact=kasse reckon=[{"column":"Betrag","how":"sum"}]
durchschnitt Betrag in kasse | call table_query artifact=kasse reckon=[{"column":"Betrag","how":"average"}]
sortiere die kasse nach datum absteigend | call table_query artifact=kasse sort=[{"column":"datum","descending":true}]
was steht in der vereinssatzung | read artifact=satzung
kann ich hier auch claude benutzen | referral models
wer hat das spiel gewonnen | declines
erklär mir die abseitsregel | declines
servus | greet
merci dir | greet / declines
wobei kannst du helfen | help
`,
};
