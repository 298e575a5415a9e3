/** As `strangers-1.ts`, on the desk of `office-desk.ts`. Held back: no rule is written against these. */
export const strangers3 = {
  english: `
roadmap | open artifact=roadmap
let me have a look at the pitch deck notes | open artifact=pitch
can you open up the FAQ for me please | open artifact=faq
invetory please | open artifact=inventory
which file was the team photo? open it | open artifact=team
i need to see the rental contract | declines / find query="rental contract"
open up that one | open artifact=sprint | ~sprint
continue the conversation about hiring a designer | open session=hiring
what do we have on this desk | list artifacts
show all of it | list artifacts
which boards have we got | list artifacts type=board
every table please | list artifacts type=table
what is left uncommitted | list artifacts state=draft
peek into the trash | list trash
what did we publish in the Intranet | list collection=intranet
which servers are up | list servers
find notes about parental leave | find query="parental leave"
where did we write about GDPR | find query=GDPR
does anything here mention overtime | find query=overtime
set up a board for Office move | create type=board title="Office move"
please make a document with the title Travel policy | create type=document title="Travel policy"
new table called "Key cards" | create type=table title="Key cards"
I want another document | create type=document
create collection Legal | create-collection title=Legal
add "Fix login" to sprint 14 | call board_add_card artifact=sprint title="Fix login"
please put a card "Release notes" on the roadmap | call board_add_card artifact=roadmap title="Release notes"
add dark mode to the product roadmap | call board_add_card artifact=roadmap title="dark mode"
what tasks are in sprint 14? | call board_list artifact=sprint
rename FAQ to Questions | rename artifact=faq title=Questions
the inventory table should be named Stock | rename artifact=inventory title=Stock
and call it Sprint 15 | rename artifact=sprint title="Sprint 15" | ~sprint
commit the sprint board | commit artifact=sprint
please commit everything with the message "Friday" | commit all message=Friday
publish the FAQ on the intranet | publish artifact=faq collection=intranet
remove the FAQ from the intranet | unpublish artifact=faq collection=intranet
get rid of the team photo please | delete artifact=team
toss the build config | delete artifact=config
we no longer need the FAQ, remove it | delete artifact=faq
delete that | delete artifact=pitch | ~pitch
don't throw away the roadmap | declines / leaves
please don't rename anything | declines / leaves
is it safe to delete the inventory? | declines / asks
forget it | greet / leaves / declines
restore budget draft | restore artifact=bdraft
get the summer party doc back | declines / asks / restore artifact=fest
undo the edits in inventory | discard artifact=inventory
archive the pitch deck notes | archive artifact=pitch
what changed since last week | changed
show the history of the FAQ | changed artifact=faq
how many items are in the inventory | call table_query|table_describe artifact=inventory
total Price in inventory | call table_query artifact=inventory reckon=[{"column":"Price","how":"sum"}]
inventory where location is Berlin | call table_query artifact=inventory where=[{"column":"location","is":"Berlin"}]
sort the inventory by price, most expensive first | call table_query artifact=inventory sort=[{"column":"price","descending":true}]
chart of price by location in inventory | call table_query artifact=inventory groupBy=location reckon=[{"column":"price","how":"sum"}]
what's in the FAQ | read artifact=faq
convert 30 usd to eur | call convert_currency amount=30 from=usd to=eur / asks
create an event on friday | asks
i'd like to connect openai | referral models
how do I hook up another server | referral servers
draw me a dragon | declines
how tall is the eiffel tower | declines
rewrite the FAQ in a friendlier tone | declines
good morning everyone | greet
ok thanks | greet
what can i ask you | help
`,
  german: `
zeig mir den mietvertrag | open artifact=vertrag
mach bitte mal das angebot müller auf | open artifact=angebot
oeffne urlaubstage | open artifact=urlaub
wo liegt der mietvertrag | open artifact=vertrag / find query=mietvertrag
was liegt hier rum | list artifacts
welche tabellen hab ich denn | list artifacts type=table
zeig mir alles was noch nicht committet ist | list artifacts state=draft
was ist im papierkorb gelandet | list trash
was ist im Intranet veröffentlicht | list collection=intranet
finde was zu Kündigungsfristen | find query=Kündigungsfristen
such bitte Elternzeit | find query=Elternzeit
leg bitte ein neues board Messe 2027 an | create type=board title="Messe 2027"
ich möchte ein dokument namens Leitbild erstellen | create type=document title=Leitbild
neue sammlung Vorlagen | create-collection title=Vorlagen
pack "Login reparieren" auf sprint 14 | call board_add_card artifact=sprint title="Login reparieren"
füge der roadmap die karte Dunkelmodus hinzu | call board_add_card artifact=roadmap title=Dunkelmodus
benenne den mietvertrag in Mietvertrag Büro um | rename artifact=vertrag title="Mietvertrag Büro"
nenn das mal Resturlaub | rename artifact=urlaub title=Resturlaub | ~urlaub
committe das angebot | commit artifact=angebot
stell die FAQ ins Intranet | publish artifact=faq collection=intranet
wirf den mietvertrag in den müll | delete artifact=vertrag
die urlaubstabelle bitte löschen | delete artifact=urlaub / asks
schmeiss es raus | delete artifact=team | ~team
das angebot bitte nicht löschen | declines / leaves
vergiss es | greet / leaves / declines
hol das sommerfest aus dem müll zurück | restore artifact=fest
nimm die änderungen am angebot zurück | discard artifact=angebot
was hat sich heute getan | changed
wie viele zeilen hat umsatz 2026 | call table_query|table_describe artifact=umsatz
summiere Betrag in umsatz 2026 | call table_query artifact=umsatz reckon=[{"column":"Betrag","how":"sum"}]
höchster Betrag in umsatz 2026 | call table_query artifact=umsatz reckon=[{"column":"Betrag","how":"max"}]
sortiere den umsatz nach monat | call table_query artifact=umsatz sort=[{"column":"monat"}]
balkendiagramm Betrag nach Monat aus umsatz 2026 | call table_query artifact=umsatz groupBy=Monat reckon=[{"column":"Betrag","how":"sum"}]
was steht im mietvertrag | read artifact=vertrag
ich will ein modell einrichten | referral models
schreib mir eine absage | declines
wie alt ist angela merkel | declines
guten abend | greet
danke, das wars | greet
was kannst du so | help
`,
};
