/** Sentences of strangers on the desk of `home-desk.ts`; `~id` is what was spoken of last, as opposed to what is attached. */
export const strangers1 = {
  english: `
could you pull up the portugal thing | open artifact=portugal
portugal | open artifact=portugal
hey can u show me the coffee prices real quick | open artifact=coffee
i'd like to take a look at my invoices please | open artifact=invoices
lemme see the retro | open artifact=retro
coffe prices pls | open artifact=coffee
where's my welcome letter? | open artifact=welcome / find query="welcome letter"
where did i put the meeting minutes | open artifact=minutes / find query="meeting minutes"
can we look at the blue logo | open artifact=logo
jump to the retro board | open artifact=retro
switch to invoices | open artifact=invoices
Would you mind opening the app settings for me? | open artifact=settings
I need the welcome lettre | open artifact=welcome
get me the minutes of the meeting | open artifact=minutes
show "Coffee prices" | open artifact=coffee
open it | open artifact=retro | ~retro
yes show me that one | open artifact=coffee | ~coffee
not the retro, open the portugal board | open artifact=portugal
no i meant the invoices | open artifact=invoices | ~coffee
open the dinner with ana chat | open session=dinner
take me back to the conversation about dinner | open session=dinner
so what have we got in here | list artifacts
whats here | list artifacts
give me the full list | list artifacts
what am i working on | list artifacts / list artifacts state=draft
can you enumerate all the documents | list artifacts type=document
any boards? | list artifacts type=board
do i have spreadsheets | list artifacts type=table
show pics | list artifacts type=image
everything that's still a draft | list artifacts state=draft
what haven't i committed | list artifacts state=draft
anything in the bin? | list trash
what have I deleted so far | list trash
what servers are running | list servers
is there any server connected | list servers
show me my past chats | list sessions
what's in team wiki | list collection=wiki
show whats published in the team wiki | list collection=wiki
which collections exist | list collections
what else can i create here | list types
find me everything on sourdough | find query=sourdough
where do i mention Lisbon airport | find query="Lisbon airport"
anything mentioning oat milk? | find query="oat milk"
search: tax refund | find query="tax refund"
did i write something about insurance | find query=insurance
gimme all notes that talk about kubernetes | find query=kubernetes
i want to start a shopping board | create type=board title=shopping / create type=board
new doc | create type=document
whip up a table named Expenses please | create type=table title=Expenses
can you set me up with a fresh board for the Berlin move | create type=board title="Berlin move" / create type=board title="the Berlin move"
creat a new bord called Sprint 12 | create type=board title="Sprint 12"
please start a document, title: Onboarding guide | create type=document title="Onboarding guide"
I need a new note called "things to pack" | create type=document title="things to pack"
make me a collection named Archive 2026 | create-collection title="Archive 2026"
open a new table called Mileage | create type=table title=Mileage
spin up another workspace called Garden | create-workspace title=Garden
add "book flights" to the portugal board | call board_add_card artifact=portugal title="book flights"
pls add sunscreen to portugal trip | call board_add_card artifact=portugal title=sunscreen
stick a card saying Fix printer on the retro board | call board_add_card artifact=retro title="Fix printer"
add a todo "renew passport" to it | call board_add_card artifact=portugal title="renew passport" | ~portugal
put a card "Rent a car" on the portugal board in column Doing | call board_add_card artifact=portugal title="Rent a car" column=Doing
new card for retro: Shorter standups | call board_add_card artifact=retro title="Shorter standups"
what's on the retro board | call board_list artifact=retro / open artifact=retro
which tasks are on the portugal board | call board_list artifact=portugal
show me the cards in portugal trip | call board_list artifact=portugal
and rename it to Holiday | rename artifact=portugal title=Holiday | ~portugal
rename the coffee table to Bean prices | rename artifact=coffee title="Bean prices"
change title of welcome letter to "Hello letter" | rename artifact=welcome title="Hello letter"
can you call the retro board Retrospective from now on | rename artifact=retro title=Retrospective
invoices should be called Bills | rename artifact=invoices title=Bills
retitle meeting minutes as Minutes May | rename artifact=minutes title="Minutes May"
give it the title Bean counter | rename artifact=coffee title="Bean counter" | coffee
rename it | asks | coffee
rename the invoices | asks
commit the lot | commit all
please commit all of my drafts | commit all
commit invoices, message: March done | commit artifact=invoices message="March done"
can you check in the portugal board | commit artifact=portugal
make a version of the invoices | commit artifact=invoices
commit it | commit artifact=portugal | ~portugal
publish the welcome letter to the team wiki | publish artifact=welcome collection=wiki
put the welcome letter into team wiki | publish artifact=welcome collection=wiki
share meeting minutes in Team wiki | publish artifact=minutes collection=wiki
take the minutes off the team wiki | unpublish artifact=minutes collection=wiki
get rid of the coffee table | delete artifact=coffee
bin the retro board | delete artifact=retro
trash the blue logo | delete artifact=logo
I don't need the app settings anymore, delete them | delete artifact=settings
could you remove the welcome letter | delete artifact=welcome
throw it out | delete artifact=retro | ~retro
delte the invoces | delete artifact=invoices
chuck the meeting minutes in the bin | delete artifact=minutes
nuke everything | asks / declines
don't delete the welcome letter | declines / leaves
please do not remove anything | declines / leaves
don't commit yet | declines / leaves
never mind | greet / leaves
never rename the invoices | declines / leaves
I never said to delete the retro board | declines / leaves
what happens if I delete the retro board? | declines / help
should i delete the coffee prices | declines / asks
delete the board not the table | asks
undelete wedding playlist | restore artifact=playlist
i want the wedding playlist back | restore artifact=playlist
can i get back the playlist i deleted | restore artifact=playlist
go back to version 1 of the welcome letter | restore artifact=welcome version=1
archive the meeting minutes please | archive artifact=minutes
put app settings in the archive | archive artifact=settings
undo my changes in invoices | discard artifact=invoices
throw away my edits to the portugal board | discard artifact=portugal
what's new | changed
what did i change | changed
any changes in the welcome letter since yesterday | changed artifact=welcome
history of coffee prices | changed artifact=coffee
when was the welcome letter last changed | changed artifact=welcome
how many lines are in the coffee prices | call table_query|table_describe artifact=coffee
how big is the invoices table | call table_query|table_describe artifact=invoices
count em | call table_query|table_describe artifact=coffee | coffee
how many entries are there in invoices? | call table_query|table_describe artifact=invoices
how much is it in total | asks | ~invoices
total of Amount in invoices | call table_query artifact=invoices reckon=[{"column":"Amount","how":"sum"}]
what's the mean price in coffee prices | call table_query artifact=coffee reckon=[{"column":"price","how":"average"}]
whats the most expensive price in the coffee table | call table_query artifact=coffee reckon=[{"column":"price","how":"max"}]
and the average price? | call table_query artifact=coffee reckon=[{"column":"price","how":"average"}] | ~coffee
only show invoices where client is Acme | call table_query artifact=invoices where=[{"column":"client","is":"Acme"}]
which invoices are over 500 in amount | call table_query artifact=invoices where=[{"column":"amount","is":">500"}] / asks
invoices with amount less than 20 | call table_query artifact=invoices where=[{"column":"amount","is":"<20"}]
order the coffee prices by price, highest first | call table_query artifact=coffee sort=[{"column":"price","descending":true}]
sort it by date | call table_query artifact=invoices sort=[{"column":"date"}] | ~invoices
last one sorted by country please | call table_query artifact=coffee sort=[{"column":"country"}] | ~coffee
amount per client in invoices as a chart | call table_query artifact=invoices groupBy=client reckon=[{"column":"amount","how":"sum"}]
make a bar chart of amount by client from invoices | call table_query artifact=invoices groupBy=client reckon=[{"column":"amount","how":"sum"}]
graph price by country in coffee prices | call table_query artifact=coffee groupBy=country reckon=[{"column":"price","how":"sum"}]
what columns are in invoices | call table_describe artifact=invoices
what does the welcome letter say | read artifact=welcome
read me the meeting minutes | read artifact=minutes
what's written in it? | read artifact=welcome | ~welcome
forecast for Porto | call get_forecast city=Porto
what will the weather be like in Porto | call get_forecast city=Porto
weather forecast Lisbon 3 days | call get_forecast city=Lisbon days=3
send a mail to ana@example.com | asks
can you sum 12 and 30 for me | call get-sum a=12 b=30
ls the folder docs/2026 | call list_directory path=docs/2026
hook up claude | referral models
how do i get a smarter AI in here | referral models
i want to add my own mcp server | referral servers
connect github | referral servers / declines
tell me a joke | declines
write me a poem about cats | declines
what's the capital of France? | declines
can you book me a flight to Rome | declines
translate the welcome letter into german | declines
is the coffee good in porto? | declines / find query="coffee good in porto"
hello! | greet
thx mate | greet
cool | greet
how are you doing | greet / declines / help
what are you good at | help
i'm lost, what now | help / declines
how does this work | help
are you an ai | help
open the invoices and sort them by amount | call table_query artifact=invoices sort=[{"column":"amount"}] / open artifact=invoices ; call table_query artifact=invoices sort=[{"column":"amount"}]
create a board called Plants and add a card "Water the ficus" | create type=board title=Plants ; asks / asks
rename retro to Review and commit it | rename artifact=retro title=Review ; commit artifact=retro / asks
`,
  german: `
wo ist meine reiseplanung | open artifact=reise / find query=reiseplanung
schmeiß das retro board weg | delete artifact=retro
zeig ma die einkaufsliste | open artifact=einkauf
kannst du mir mal bitte das haushaltsbuch aufmachen? | open artifact=haushalt
ich will den grundriss sehn | open artifact=grundriss
mach mal die Kunden auf | open artifact=kunden
wechsel zur Reiseplanung | open artifact=reise
hast du die Einkaufslite da | open artifact=einkauf
oeffne das protokoll vom mai | open artifact=protokoll
bring mich zum Umzug nach Leipzig Gespräch | open session=umzug
was gibts hier so | list artifacts
was hab ich denn alles | list artifacts
zeig alle meine Bilder | list artifacts type=image
irgendwelche boards da? | list artifacts type=board
was muss ich noch committen | list artifacts state=draft
was hab ich geloescht | list trash
zeig mir was im muell liegt | list trash
welche Server laufen gerade | list servers
was für Sammlungen haben wir | list collections
was steckt in den Rezepten | list collection=rezepte
zeig frühere Unterhaltungen | list sessions
such mal nach Zahnarzt | find query=Zahnarzt
wo hab ich was zu Bahntickets geschrieben | find query=Bahntickets
gibt es irgendwas ueber Versicherungen? | find query=Versicherungen
finde alles mit Kindergarten | find query=Kindergarten
leg mir ein neues Dokument namens Packliste an | create type=document title=Packliste
ich hätte gern eine neue Tabelle Ausgaben | create type=table title=Ausgaben
mach ein Board für den Garten | create type=board title=Garten / create type=board title="den Garten"
neue tabelle bitte | create type=table
erstell mir eine notiz mit dem titel Geschenkideen | create type=document title=Geschenkideen
leg eine Sammlung Reisen an | create-collection title=Reisen
pack Butter auf die Einkaufsliste | call board_add_card artifact=einkauf title=Butter
schreib Brot auf die einkaufsliste | call board_add_card artifact=einkauf title=Brot
setz "Zelt kaufen" auf das Portugal Board | call board_add_card artifact=portugal title="Zelt kaufen"
fueg dem retro board die karte "Mehr Pausen" hinzu | call board_add_card artifact=retro title="Mehr Pausen"
was steht auf der Einkaufsliste? | call board_list artifact=einkauf / open artifact=einkauf
welche karten sind drauf | call board_list artifact=einkauf | ~einkauf
benenn die Einkaufsliste in Wocheneinkauf um | rename artifact=einkauf title=Wocheneinkauf
und nenn es Urlaub | rename artifact=reise title=Urlaub | ~reise
die kunden sollen ab jetzt Klienten heißen | rename artifact=kunden title=Klienten
aendere den namen von ideen auf Einfälle | rename artifact=ideen title=Einfälle
benenn das um | asks | reise
commit mal die ideen | commit artifact=ideen
bitte alles committen | commit all
speicher eine version von den Ideen | commit artifact=ideen
veröffentliche die Reiseplanung im Team wiki | publish artifact=reise collection=wiki
stell das protokoll ins team wiki | publish artifact=protokoll collection=wiki
nimm das protokoll wieder aus dem team wiki raus | unpublish artifact=protokoll collection=wiki
weg mit dem grundriss | delete artifact=grundriss
das haushaltsbuch kann weg | delete artifact=haushalt
lösch mir mal die Kundentabelle | delete artifact=kunden
hau die Ideen in den Papierkorb | delete artifact=ideen
bitte entferne es | delete artifact=grundriss | ~grundriss
lösch bitte nichts | declines / leaves
die Ideen nicht löschen! | declines / leaves
nicht committen | declines / leaves
ach lass gut sein | greet / leaves / declines
hol den garten zurück | restore artifact=garten
ich brauch das garten board wieder | restore artifact=garten / asks
mach version 1 von der reiseplanung wieder her | restore artifact=reise version=1
archivier das haushaltsbuch | archive artifact=haushalt
hol die alte steuererklärung aus dem archiv | unarchive artifact=alt
verwirf was ich an den ideen geändert hab | discard artifact=ideen
was gibts neues | changed
was ist seit gestern passiert | changed
was hat sich am Haushaltsbuch geändert | changed artifact=haushalt
zeig den verlauf der kunden | changed artifact=kunden
wieviele kunden haben wir | call table_query|table_describe artifact=kunden
wie viele Einträge hat das haushaltsbuch | call table_query|table_describe artifact=haushalt
was kostet das alles zusammen | asks / declines | haushalt
summe der Beträge im haushaltsbuch | call table_query artifact=haushalt reckon=[{"column":"Beträge","how":"sum"}] / call table_query artifact=haushalt reckon=[{"column":"Betrag","how":"sum"}]
wie hoch ist der durchschnittliche Umsatz bei den Kunden | call table_query artifact=kunden reckon=[{"column":"Umsatz","how":"average"}]
kunden aus Leipzig | call table_query artifact=kunden search=Leipzig
zeig nur kunden mit umsatz über 1000 | call table_query artifact=kunden where=[{"column":"umsatz","is":">1000"}]
kunden nach umsatz sortieren, absteigend | call table_query artifact=kunden sort=[{"column":"umsatz","descending":true}]
sortier das nach datum | call table_query artifact=haushalt sort=[{"column":"datum"}] | haushalt
diagramm betrag pro kategorie im haushaltsbuch | call table_query artifact=haushalt groupBy=kategorie reckon=[{"column":"betrag","how":"sum"}]
welche spalten haben die kunden | call table_describe artifact=kunden
lies mir das protokoll vor | read artifact=protokoll
was steht denn in der reiseplanung drin | read artifact=reise
addier 4 und 9 | call get-sum a=4 b=9
ich möchte chatgpt anbinden | referral models
wie kann ich einen server anschließen | referral servers
erzähl mir einen witz | declines
wer ist bundeskanzler | declines
fass mir das protokoll zusammen | declines
moin | greet
super danke dir | greet
wie geht das hier | help
kannst du mir helfen | help
bist du chatgpt | help / declines
ja bitte öffnen | open artifact=kunden | ~kunden
nein, das andere protokoll | asks / declines / open artifact=protokoll | ~protokoll
nicht das board sondern die tabelle kunden öffnen | open artifact=kunden
`,
};
