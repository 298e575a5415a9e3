/** As `strangers-1.ts`, on the desk of `desk.ts`. */
export const strangers2 = {
  english: `
cities pls | open artifact=cities
Could I see the house rules? | open artifact=rules / read artifact=rules
get me that budget | open artifact=budget
i'd love to have a look at the arcade picture | open artifact=arcade
which one was the groceries board again? show it | open artifact=groceries
pop open report q2 for me would you | open artifact=q2
show me Report Q1, not Q2 | open artifact=q1
the other report | open artifact=q2 / asks | ~q1
bring that up | open artifact=budget | ~budget
I'm looking for the meeting notes | open artifact=notes / find query="meeting notes"
have you seen my house rules | open artifact=rules / find query="house rules"
back to our chat about lisbon | open session=lisbon
reopen the budget review session | open session=review
list evrything pls | list artifacts
what's lying around here | list artifacts
what all is there | list artifacts
tell me what i have | list artifacts
show me my files | list artifacts
how many things are on my desk | list artifacts
got any tables | list artifacts type=table
all images please | list artifacts type=image
i want to see every document | list artifacts type=document
what still needs committing? | list artifacts state=draft
show unsaved work | list artifacts state=draft
stuff i threw out | list trash
open the trash | list trash
what's archived | list archived
what lives in the handbook collection | list collection=handbook
are there recipes published | list collection=recipes / list collections
what mcp servers have we got | list servers
list my recent conversations | list sessions
what tools can you use | list tools / help
what types of stuff can be created | list types
switch workspace | list workspaces / declines / asks
where can i read about zoning laws | find query="zoning laws"
any notes on the Henderson deal? | find query="Henderson deal"
look for the word "refund" everywhere | find query=refund
do we have something regarding parking permits | find query="parking permits"
google the price of gold | declines / find query="price of gold" / find query="the price of gold"
search cities | find query=cities / open artifact=cities
I'd like a brand new board, call it Marathon | create type=board title=Marathon
gimme a blank table | create type=table
draft a new document called Speech for Tom | create type=document title="Speech for Tom" / create type=document title=Speech for Tom
put together a board named "Q3 goals" | create type=board title="Q3 goals"
let's create a note: Wifi password hints | create type=document title="Wifi password hints"
new spreadsheet - Running log | create type=table title="Running log"
another board please | create type=board
add a new table Fuel | create type=table title=Fuel
make me a sandwich | declines
begin a collection "Best of" | create-collection title="Best of"
add cheese to my groceries | call board_add_card artifact=groceries title=cheese
groceries: add tomatoes | call board_add_card artifact=groceries title=tomatoes
could you please add "Dish soap" to the groceries list? | call board_add_card artifact=groceries title="Dish soap"
add onions and garlic to groceries | call board_add_card artifact=groceries title="onions and garlic" / asks
throw a card "Clean fridge" on groceries | call board_add_card artifact=groceries title="Clean fridge" / asks
add card 'Learn the shortcuts' to getting to know loggia | call board_add_card artifact=start title="Learn the shortcuts"
remember to buy batteries | declines / asks
add a row to budget | asks
what do i still have to buy on groceries | call board_list artifact=groceries / open artifact=groceries
how many cards does the groceries board have | call board_list artifact=groceries
whats on it | call board_list artifact=groceries / open artifact=groceries | ~groceries
change the budget's name to Money | rename artifact=budget title=Money
please rename "House rules" to "Flat rules" | rename artifact=rules title="Flat rules"
meeting notes -> rename to Standup notes | rename artifact=notes title="Standup notes"
I want to rename groceries, call it Food | rename artifact=groceries title=Food
let's call it Towns and villages | rename artifact=cities title="Towns and villages" | ~cities
rename citys too Towns | rename artifact=cities title=Towns / asks
its new name should be Metropolis | rename artifact=cities title=Metropolis | cities
save all changes | commit all
commit budget and groceries | commit artifact=groceries,budget / commit artifact=budget,groceries
commit budget with message "fix march" | commit artifact=budget message="fix march"
ok commit that | commit artifact=notes | ~notes
save the groceries as a new version | commit artifact=groceries
make cities available in recipes | publish artifact=cities collection=recipes
publish it there | asks | ~q1
share report q1 with the handbook | publish artifact=q1 collection=handbook
pull the house rules out of the handbook | unpublish artifact=rules collection=handbook
kill the measurements file | delete artifact=measure
can you delete report q2? | delete artifact=q2
ditch the budget | delete artifact=budget
groceries can go | delete artifact=groceries
dump report q1 into the trash | delete artifact=q1
delete it now | delete artifact=arcade | ~arcade
i dont want the arcade picture any more | delete artifact=arcade / asks / declines
del cities | delete artifact=cities
empty the trash | declines / asks / list trash
you can keep the cities, don't delete it | declines / leaves
no, don't | declines / leaves / greet
stop | greet / leaves / declines
cancel that | greet / leaves / declines
leave the budget alone | declines / leaves
do not touch my notes | declines / leaves
delete all boards except groceries | asks / declines
why would anyone delete cities | declines
how do i delete a board? | declines / help / asks
did you delete my budget? | declines / changed artifact=budget / asks / open artifact=budget
recover the harbor sketch | restore artifact=sketch
oops i need harbour sketch again | restore artifact=sketch / asks
roll cities back to version 1 | restore artifact=cities version=1
bring back the old plan | unarchive artifact=oldplan
file report q1 away in the archive | archive artifact=q1
scrap my changes to the budget | discard artifact=budget
reset meeting notes to the last commit | discard artifact=notes
anything new? | changed
show me the latest changes in report q1 | changed artifact=q1
who changed the house rules | changed artifact=rules
what was edited recently | changed
how many cities are there in the table | call table_query|table_describe artifact=cities
rows in cities? | call table_query|table_describe artifact=cities
what's the size of the budget table | call table_query|table_describe artifact=budget
sum up Amount in budget | call table_query artifact=budget reckon=[{"column":"Amount","how":"sum"}]
what is the min of population in cities | call table_query artifact=cities reckon=[{"column":"population","how":"min"}]
average population? | call table_query artifact=cities reckon=[{"column":"population","how":"average"}] | cities
cities in Portugal | call table_query artifact=cities search=Portugal
give me all cities with country = Spain | call table_query artifact=cities where=[{"column":"country","is":"Spain"}]
show budget rows above 300 in Amount | call table_query artifact=budget where=[{"column":"Amount","is":">300"}] / asks
just the ones from Italy | call table_query artifact=cities search=Italy | ~cities
sort budget by Amount from high to low | call table_query artifact=budget sort=[{"column":"Amount","descending":true}]
biggest cities first by population | call table_query artifact=cities sort=[{"column":"population","descending":true}]
top 10 of cities | call table_query artifact=cities limit=10
visualise population by country for cities | call table_query artifact=cities groupBy=country reckon=[{"column":"population","how":"sum"}]
bar chart please: amount by category in budget | call table_query artifact=budget groupBy=category reckon=[{"column":"amount","how":"sum"}]
which columns has it got | call table_describe artifact=budget | budget
give me the gist of the house rules | declines / read artifact=rules
what do my meeting notes say | read artifact=notes
print the house rules | read artifact=rules / open artifact=rules
show me what's in read me first | read artifact=readme / open artifact=readme
7 plus 8 | call get-sum a=7 b=8
repeat after me: echo chamber | call echo message="echo chamber" / asks / declines
what files are in the directory src/app | call list_directory path=src/app
overwrite notes/todo.md | asks
plug in a local llm | referral models
can i use gemini with this? | referral models
where do i add a server | referral servers
is it going to rain | declines
who is the president of brazil | declines
fix the typos in house rules | declines
what's 12% of my budget | declines / asks
make the house rules shorter | declines
i hate mondays | declines / greet
sup | greet
much appreciated | greet
haha nice one | greet
good night! | greet
what commands are there | help
teach me how to use this | help
what is this place | help / list artifacts
show the budget then archive report q1 | open artifact=budget ; archive artifact=q1 / asks
delete report q1 and report q2 | delete artifact=q1,q2 / delete artifact=q1 ; delete artifact=q2 / asks
`,
  german: `
cities aufmachen bitte | open artifact=cities
ich such die house rules | open artifact=rules / find query="house rules"
zeigst du mir mal das budget | open artifact=budget
gib mir report q1 | open artifact=q1
wo finde ich die meeting notes? | open artifact=notes / find query="meeting notes"
lass mich die groceries sehen | open artifact=groceries
nee, den anderen report | open artifact=q2 / asks | ~q1
zurueck zur unterhaltung ueber lissabon | open session=lisbon / list sessions / declines
was haben wir alles auf dem tisch | list artifacts
liste mir bitte alles auf was da ist | list artifacts
zeig mir die dateien | list artifacts
habe ich irgendwo tabellen? | list artifacts type=table
alle dokumente bitte | list artifacts type=document
welche entwuerfe sind noch offen | list artifacts state=draft
papierkorb | list trash
was wurde archiviert | list archived
welche mcp server haben wir | list servers
welche chats gab es schon | list sessions
steht irgendwo was von Parkausweisen | find query=Parkausweisen
kannst du mal nach dem Wort Rechnung suchen | find query=Rechnung
ich brauch ne neue tabelle für spesen | create type=table title=spesen
bitte ein leeres dokument anlegen | create type=document
erzeuge ein board mit namen Hausbau | create type=board title=Hausbau
neues dokument: Brief an Oma | create type=document title="Brief an Oma"
noch ein board bitte | create type=board
mach mir einen kaffee | declines
tu käse auf groceries | call board_add_card artifact=groceries title=käse
groceries: eier hinzufügen | call board_add_card artifact=groceries title=eier
ergänze "Spülmittel" bei groceries | call board_add_card artifact=groceries title=Spülmittel
kannst du bitte milch zur groceries liste hinzufügen | call board_add_card artifact=groceries title=milch
nenn die house rules WG-Regeln | rename artifact=rules title=WG-Regeln
könntest du cities in Städte umbenennen? | rename artifact=cities title=Städte
das budget soll Finanzen heissen | rename artifact=budget title=Finanzen
mach nen commit von groceries | commit artifact=groceries
sichere alles | commit all
commite das budget mit der nachricht "März fertig" | commit artifact=budget message="März fertig"
teile report q1 im handbook | publish artifact=q1 collection=handbook
entfern cities aus dem handbook | unpublish artifact=cities collection=handbook
groceries löschen | delete artifact=groceries
kannst du report q2 bitte löschen? | delete artifact=q2
hau weg das bild | delete artifact=arcade
tonne auf fuer die measurements | delete artifact=measure / asks / declines
budget brauch ich nicht mehr | delete artifact=budget / asks / declines
bloß nicht cities löschen | declines / leaves
lass das budget in ruhe | declines / leaves
stopp | greet / leaves / declines
soll ich groceries loeschen? | declines / asks
harbor sketch wiederherstellen | restore artifact=sketch
hol mir die harbor sketch aus dem papierkorb | restore artifact=sketch
cities auf version 1 zurücksetzen | restore artifact=cities version=1
report q1 ins archiv | archive artifact=q1
mach meine änderungen am budget rückgängig | discard artifact=budget
was ist neu hier | changed
was wurde in cities zuletzt geändert | changed artifact=cities
wie gross ist cities | call table_query|table_describe artifact=cities
anzahl der zeilen im budget | call table_query|table_describe artifact=budget
zähl mal die zeilen | call table_query|table_describe artifact=cities | ~cities
gesamte Population in cities | call table_query artifact=cities reckon=[{"column":"Population","how":"sum"}]
mittelwert von amount im budget | call table_query artifact=budget reckon=[{"column":"amount","how":"average"}]
größter wert von population in cities | call table_query artifact=cities reckon=[{"column":"population","how":"max"}]
nur die zeilen mit italien | call table_query artifact=cities search=italien | cities
cities wo country gleich Italy ist | call table_query artifact=cities where=[{"column":"country","is":"Italy"}]
ordne cities nach population aufsteigend | call table_query artifact=cities sort=[{"column":"population"}]
mal ein diagramm von population nach country aus cities | call table_query artifact=cities groupBy=country reckon=[{"column":"population","how":"sum"}]
zeig mir was in den house rules steht | read artifact=rules
lies das vor | read artifact=rules | rules
wieviel ist 3 plus 9 | call get-sum a=3 b=9
wie verbinde ich ollama | referral models
server hinzufügen | referral servers
übersetze die house rules ins englische | declines
wie spät ist es | declines
was meinst du zu dem budget | declines
hallöchen | greet
vielen lieben dank | greet
alles klar | greet
was geht hier alles | help / list artifacts
hilf mir mal | help
was bist du eigentlich | help
`,
};
