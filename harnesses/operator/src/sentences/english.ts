/** Sentences and the right act for each: `sentence | act`, with the message's attachments after a second bar. */
export const english = `
what is on the desk | list artifacts
What is on the desk? | list artifacts
List what is on the desk | list artifacts
list the artifacts of this workspace | list artifacts
show me everything | list artifacts
what do I have here? | list artifacts
whats on my desk | list artifacts
show all my stuff | list artifacts
show me what's there | list artifacts
what have i got in this workspace | list artifacts
list all files | list artifacts
can you list my things please | list artifacts
give me an overview of the desk | list artifacts
lsit what is on the desk | list artifacts
show everthing on the desk | list artifacts
Which documents are there? | list artifacts type=document
list all boards | list artifacts type=board
show me the boards | list artifacts type=board
how many boards do I have | list artifacts type=board
which tables do we have? | list artifacts type=table
are there any pictures? | list artifacts type=image
show my documents | list artifacts type=document
list documnets | list artifacts type=document
any images on the desk? | list artifacts type=image
what notes do i have | list artifacts type=document
list drafts | list artifacts state=draft
what is not committed yet? | list artifacts state=draft
which artifacts have uncommitted changes | list artifacts state=draft
show my drafts | list artifacts state=draft
what's in the trash? | list trash
show deleted things | list trash
list the bin | list trash
what did I throw away | list trash
show the archive | list archived
which artifacts are archived? | list archived
List the collections | list collections
what collections are there? | list collections
show me all collections | list collections
what is in the Handbook? | list collection=handbook
show the recipes collection | list collection=recipes
list what is published in Handbook | list collection=handbook
open the collection Recipes | list collection=recipes
which servers are connected? | list servers
list servers | list servers
show me the mcp servers | list servers
what servers do i have | list servers
list my sessions | list sessions
what conversations are there | list sessions
show earlier chats | list sessions
which types can I create? | list types
what kinds of things can i make | list types
which tools are there? | list tools
list the tools | list tools
show all tools | list tools
what workspaces are there | list workspaces
list workspaces | list workspaces
open Cities | open artifact=cities
open cities | open artifact=cities
show me Cities | open artifact=cities
show cities please | open artifact=cities
display the cities table | open artifact=cities
opne cities | open artifact=cities
open citys | open artifact=cities
let me see the house rules | open artifact=rules
Show the board "Getting to know Loggia" | open artifact=start
open getting to know loggia | open artifact=start
bring up the groceries board | open artifact=groceries
can you open my meeting notes? | open artifact=notes
I want to look at the budget | open artifact=budget
view budget 2026 | open artifact=budget
pull up Read me first | open artifact=readme
open read me | open artifact=readme
show the arcade picture | open artifact=arcade
open the image | open artifact=arcade
open measurments | open artifact=measure
show me report Q2 | open artifact=q2
go to groceries | open artifact=groceries
take me to the house rules | open artifact=rules
open "Meeting notes" | open artifact=notes
open the server of your own | open artifact=server
open the session Trip to Lisbon | open session=lisbon
continue the budget review conversation | open session=review
open this | open artifact=cities | cities
show it | open artifact=arcade | arcade
open report | asks
open the board | asks
show me the report | asks
open foobar | declines
open the spaceship | declines
show me the xylophone plan | declines
find aqueduct | find query=aqueduct
search for aqueduct | find query=aqueduct
look for "hot water" | find query="hot water"
where did I write about lisbon? | find query=lisbon
search everything for invoice | find query=invoice
which documents mention promises | find query=promises
find anything about coffee | find query=coffee
serach for aqueducts | find query=aqueducts
is there something about temples? | find query=temples
can you find my notes on rent | find query=rent
look up sourdough | find query=sourdough
make a new board called Groceries list | create type=board title="Groceries list"
create a board | create type=board
new board | create type=board
create a new document called Travel plan | create type=document title="Travel plan"
make me a table named Expenses | create type=table title=Expenses
start a new note "Ideas" | create type=document title=Ideas
I need a new board for the Move | create type=board title=Move
add a new document titled Minutes of May | create type=document title="Minutes of May"
create a text document | create type=document
set up a kanban board named Launch | create type=board title=Launch
craete a board named Sprint 4 | create type=board title="Sprint 4"
make a spreadsheet called Hours | create type=table title=Hours
please create a json file called config | create type=json title=config
could you make a table? | create type=table
a new table please | create type=table
create a collection called Travel | create-collection title=Travel
make a new collection "Photos" | create-collection title=Photos
new collection Invoices | create-collection title=Invoices
create a workspace called Home | create-workspace title=Home
create something | asks
make a new one | asks
create a new thing called Foo | asks
create a submarine | declines
add a card "Call mum" to the board Groceries | call board_add_card artifact=groceries title="Call mum"
add a card "Call mum" to groceries | call board_add_card artifact=groceries title="Call mum"
add a card called Buy milk to the groceries board | call board_add_card artifact=groceries title="Buy milk"
add "Milk" to Groceries | call board_add_card artifact=groceries title=Milk
add milk to groceries | call board_add_card artifact=groceries title=milk
put eggs on the groceries board | call board_add_card artifact=groceries title=eggs / asks
new card "Try the table" on getting to know loggia | call board_add_card artifact=start title="Try the table"
add a card "Pay rent" to this | call board_add_card artifact=groceries title="Pay rent" | groceries
add a card Bread to the column Done of groceries | call board_add_card artifact=groceries title=Bread column=Done
add card "Cheese" in column To do to Groceries | call board_add_card artifact=groceries title=Cheese column="To do"
add a card "Call mum" to the board | asks
add a card to groceries | asks
add a card | asks
add a row to cities | asks
append rows to the budget | asks
add something | asks
list the cards of groceries | call board_list artifact=groceries
what cards are on the groceries board? | call board_list artifact=groceries
which cards are on it | call board_list artifact=groceries | groceries
what's left to do on groceries | call board_list artifact=groceries
rename Cities to Towns | rename artifact=cities title=Towns
rename the table Cities to "Big towns" | rename artifact=cities title="Big towns"
call the meeting notes Minutes | rename artifact=notes title=Minutes
change the title of house rules to Our promises | rename artifact=rules title="Our promises"
change the name of Groceries to Shopping list | rename artifact=groceries title="Shopping list"
please rename report q1 as First quarter | rename artifact=q1 title="First quarter"
rename this to Towns | rename artifact=cities title=Towns | cities
renmae cities to towns | rename artifact=cities title=towns
give budget 2026 the name Budget 2027 | rename artifact=budget title="Budget 2027"
rename cities | asks
rename report to Summary | asks
rename something | asks
rename the unicorn to horse | declines
commit the meeting notes | commit artifact=notes
commit Groceries | commit artifact=groceries
commit notes with the message "First version" | commit artifact=notes message="First version"
commit everything | commit all
commit all drafts | commit all
commit my changes | commit all
commit this | commit artifact=budget | budget
save a version of groceries | commit artifact=groceries
save groceries as a new version | commit artifact=groceries
comit the budget | commit artifact=budget
commit cities | declines
publish Cities in Recipes | publish artifact=cities collection=recipes
publish house rules to the recipes collection | publish artifact=rules collection=recipes
add cities to the collection Recipes | publish artifact=cities collection=recipes
put the arcade into recipes | publish artifact=arcade collection=recipes
publish this in the handbook | publish artifact=q1 collection=handbook | q1
publish cities | asks
take cities out of the handbook | unpublish artifact=cities collection=handbook
unpublish house rules from handbook | unpublish artifact=rules collection=handbook
remove cities from the collection handbook | unpublish artifact=cities collection=handbook
delete Cities | delete artifact=cities
delete the meeting notes | delete artifact=notes
throw away report q1 | delete artifact=q1
remove the groceries board | delete artifact=groceries
get rid of the arcade | delete artifact=arcade
move budget 2026 to the trash | delete artifact=budget
trash the house rules | delete artifact=rules
delete this | delete artifact=measure | measure
delte cities | delete artifact=cities
delete report | asks
delete | asks
delete everything | asks
remove it | asks
delete the dragon | declines
restore the harbor sketch | restore artifact=sketch
bring back harbor sketch | restore artifact=sketch
undelete the sketch | restore artifact=sketch
get the sketch back from the trash | restore artifact=sketch
recover harbour sketch | restore artifact=sketch
restore version 1 of cities | restore artifact=cities version=1
go back to version 2 of the house rules | restore artifact=rules version=2
restore cities | asks
restore | asks
archive report q1 | archive artifact=q1
put the report q2 in the archive | archive artifact=q2
unarchive old plan | unarchive artifact=oldplan
bring old plan back from the archive | unarchive artifact=oldplan
discard the changes to meeting notes | discard artifact=notes
throw away my changes in groceries | discard artifact=groceries
revert the budget | discard artifact=budget
what changed? | changed
what has changed lately | changed
what happened recently | changed
show recent commits | changed
list the latest changes | changed
what changed in cities? | changed artifact=cities
show the history of house rules | changed artifact=rules
which versions of cities are there | changed artifact=cities
what did I change in the meeting notes | changed artifact=notes
what is different in this | changed artifact=budget | budget
how many rows does Cities have? | call table_query|table_describe artifact=cities
how many rows does it have? | call table_query|table_describe artifact=cities | cities
count the rows in cities | call table_query|table_describe artifact=cities
number of rows in budget 2026 | call table_query|table_describe artifact=budget
count rows | call table_query|table_describe artifact=cities | cities
what columns does cities have | call table_describe artifact=cities
describe the cities table | call table_describe artifact=cities
sum population in cities | call table_query artifact=cities reckon=[{"column":"population","how":"sum"}]
what is the total population in Cities? | call table_query artifact=cities reckon=[{"column":"population","how":"sum"}]
average of Amount in the budget | call table_query artifact=budget reckon=[{"column":"Amount","how":"average"}]
what's the highest population in cities | call table_query artifact=cities reckon=[{"column":"population","how":"max"}]
add up the amount column of this | call table_query artifact=budget reckon=[{"column":"amount","how":"sum"}] | budget
smallest population in cities | call table_query artifact=cities reckon=[{"column":"population","how":"min"}]
filter cities by Italy | call table_query artifact=cities search=Italy
show cities where country is Italy | call table_query artifact=cities where=[{"column":"country","is":"Italy"}]
cities with population over 1000000 | call table_query artifact=cities where=[{"column":"population","is":">1000000"}]
which rows of cities contain aqueduct | call table_query artifact=cities search=aqueduct
filter this for Spain | call table_query artifact=cities search=Spain | cities
rows in budget where category is rent | call table_query artifact=budget where=[{"column":"category","is":"rent"}]
sort cities by population | call table_query artifact=cities sort=[{"column":"population"}]
sort cities by population descending | call table_query artifact=cities sort=[{"column":"population","descending":true}]
first 5 rows of cities | call table_query artifact=cities limit=5
show the top 3 rows of budget 2026 | call table_query artifact=budget limit=3
chart population by country in cities | call table_query artifact=cities groupBy=country reckon=[{"column":"population","how":"sum"}]
plot the amount by category of the budget | call table_query artifact=budget groupBy=category reckon=[{"column":"amount","how":"sum"}]
draw a chart of cities | asks / open artifact=cities
total amount per category in budget | call table_query artifact=budget groupBy=category reckon=[{"column":"amount","how":"sum"}]
what is in the house rules? | read artifact=rules
read me the meeting notes | read artifact=notes
what does report q1 say | read artifact=q1
what is in this? | read artifact=readme | readme
read house rules | read artifact=rules
what is in this picture? | declines | arcade
describe this photo | declines | arcade
who is in the picture? | declines | arcade
summarize the house rules | declines
summarise this | declines | notes
translate the house rules to french | declines
write me a poem about cities | declines
what do you think of the house rules? | declines
why is the sky blue? | declines
what's the weather tomorrow | declines
tell me a joke | declines
who won the world cup in 2014 | declines
improve the wording of the meeting notes | declines
explain this | declines | rules
plan my week | declines
what should I do next? | declines
add 3 and 4 | call get-sum a=3 b=4
what is 3 plus 4 | call get-sum a=3 b=4
run get-sum with a=3 and b=4 | call get-sum a=3 b=4
echo hello world | call echo message="hello world"
run echo with message "good day" | call echo message="good day"
list the directory notes | call list_directory path=notes
read the file notes/todo.md | call read_text_file path=notes/todo.md
show the budget dashboard | call get-budget-data
write a file notes/new.md | asks
connect a model | referral models
how do i add a model? | referral models
I want to use claude | referral models
add an api key | referral models
connect a server | referral servers
add a server | referral servers
how can I connect an mcp server? | referral servers
connect the server github | referral servers
help | help
what can you do? | help
What can you do | help
how does this work | help
who are you? | help
hello | greet
hi there | greet
good morning | greet
thanks | greet
thank you so much! | greet
great, thanks a lot | greet
ok | greet
bye | greet
asdfgh | declines
what about the thing from yesterday | declines
no | greet / declines
`;
