/** As `english`, with the words of people who write German. */
export const german = `
was liegt auf dem schreibtisch? | list artifacts
was ist auf dem Desk | list artifacts
zeig mir alles | list artifacts
liste alles auf | list artifacts
was habe ich hier alles | list artifacts
welche Dateien gibt es? | list artifacts
zeige alle Artefakte | list artifacts
welche Boards gibt es? | list artifacts type=board
zeig mir alle Tabellen | list artifacts type=table
wie viele Dokumente habe ich | list artifacts type=document
gibt es Bilder? | list artifacts type=image
liste die Dokumente auf | list artifacts type=document
zeige meine Entwürfe | list artifacts state=draft
was ist noch nicht committet? | list artifacts state=draft
was liegt im Papierkorb? | list trash
zeig den papierkorb | list trash
was ist im Archiv | list archived
welche Sammlungen gibt es | list collections
liste die Sammlungen | list collections
was ist in der Sammlung Handbook? | list collection=handbook
zeig mir die Sammlung Recipes | list collection=recipes
welche Server sind verbunden? | list servers
zeige die server | list servers
welche Unterhaltungen gibt es? | list sessions
zeig meine Sitzungen | list sessions
was kann ich alles anlegen? | list types
welche Werkzeuge gibt es? | list tools
öffne Cities | open artifact=cities
oeffne cities | open artifact=cities
zeig mir Cities | open artifact=cities
mach Groceries auf | open artifact=groceries
öffne bitte die House rules | open artifact=rules
ich möchte das Budget sehen | open artifact=budget
zeige die Meeting notes an | open artifact=notes
öffne das Board Groceries | open artifact=groceries
öffne das bild | open artifact=arcade
öffne das hier | open artifact=cities | cities
kannst du mir report q2 zeigen? | open artifact=q2
öfne measurements | open artifact=measure
öffne das Board | asks
öffne report | asks
öffne das Raumschiff | declines
suche nach Aquädukt | find query=Aquädukt
finde lisbon | find query=lisbon
suche aqueduct | find query=aqueduct
wo steht etwas über Kaffee? | find query=Kaffee
durchsuche alles nach Miete | find query=Miete
erstelle ein neues Board namens Einkauf | create type=board title=Einkauf
neues Board | create type=board
lege eine Tabelle "Ausgaben" an | create type=table title=Ausgaben
mach mir ein Dokument mit dem Titel Reiseplan | create type=document title=Reiseplan
neue Notiz Ideen | create type=document title=Ideen
erstell eine tabelle | create type=table
leg ein neues Dokument an | create type=document
ich brauche ein neues Board für Umzug | create type=board title=Umzug
erstelle eine Sammlung namens Reisen | create-collection title=Reisen
neue Sammlung "Fotos" | create-collection title=Fotos
erstelle etwas Neues | asks
füge eine Karte "Mama anrufen" zu Groceries hinzu | call board_add_card artifact=groceries title="Mama anrufen"
neue Karte "Brot" auf Groceries | call board_add_card artifact=groceries title=Brot
füge Milch zu Groceries hinzu | call board_add_card artifact=groceries title=Milch
fuege eine karte Eier zum board groceries hinzu | call board_add_card artifact=groceries title=Eier
schreib "Käse" auf das Board Groceries | call board_add_card artifact=groceries title=Käse / asks
füge eine Karte hinzu | asks
füge eine Zeile zu Cities hinzu | asks
welche Karten sind auf Groceries? | call board_list artifact=groceries
zeig die Karten von groceries | call board_list artifact=groceries
benenne Cities in Städte um | rename artifact=cities title=Städte
nenne Cities um in Orte | rename artifact=cities title=Orte
benenne das hier in Orte um | rename artifact=cities title=Orte | cities
ändere den Titel von House rules zu Hausordnung | rename artifact=rules title=Hausordnung
gib Groceries den Namen Einkaufsliste | rename artifact=groceries title=Einkaufsliste
benenne cities um | asks
committe die Meeting notes | commit artifact=notes
committe alles | commit all
speichere eine Version von Groceries | commit artifact=groceries
commit Groceries mit der Nachricht "Erste Fassung" | commit artifact=groceries message="Erste Fassung"
veröffentliche Cities in Recipes | publish artifact=cities collection=recipes
veröffentliche Cities | asks
füge House rules zur Sammlung Recipes hinzu | publish artifact=rules collection=recipes
nimm Cities aus dem Handbook | unpublish artifact=cities collection=handbook
lösche Cities | delete artifact=cities
loesche die meeting notes | delete artifact=notes
wirf report q1 weg | delete artifact=q1
entferne das Board Groceries | delete artifact=groceries
verschiebe Budget 2026 in den Papierkorb | delete artifact=budget
lösch das | delete artifact=measure | measure
lösche alles | asks
lösche | asks
lösche den Drachen | declines
stelle Harbor sketch wieder her | restore artifact=sketch
hol die Harbor sketch zurück | restore artifact=sketch
stelle Version 1 von Cities wieder her | restore artifact=cities version=1
archiviere report q1 | archive artifact=q1
hol Old plan aus dem Archiv | unarchive artifact=oldplan
verwirf die Änderungen an Meeting notes | discard artifact=notes
was hat sich geändert? | changed
was ist neu? | changed
zeig die letzten Änderungen | changed
was hat sich in Cities geändert | changed artifact=cities
zeig den Verlauf von House rules | changed artifact=rules
welche Versionen gibt es von Cities? | changed artifact=cities
wie viele Zeilen hat Cities? | call table_query|table_describe artifact=cities
wieviele Zeilen hat das | call table_query|table_describe artifact=cities | cities
zähle die Zeilen in Budget 2026 | call table_query|table_describe artifact=budget
welche Spalten hat cities | call table_describe artifact=cities
Summe von Population in Cities | call table_query artifact=cities reckon=[{"column":"Population","how":"sum"}]
was ist der Durchschnitt von Amount im Budget? | call table_query artifact=budget reckon=[{"column":"Amount","how":"average"}]
höchste Population in cities | call table_query artifact=cities reckon=[{"column":"Population","how":"max"}]
filtere Cities nach Italy | call table_query artifact=cities search=Italy
sortiere Cities nach Population | call table_query artifact=cities sort=[{"column":"Population"}]
die ersten 5 Zeilen von Cities | call table_query artifact=cities limit=5
zeichne Population nach Country aus Cities | call table_query artifact=cities groupBy=Country reckon=[{"column":"Population","how":"sum"}]
was steht in den House rules? | read artifact=rules
lies mir die Meeting notes vor | read artifact=notes
was ist auf dem Bild zu sehen? | declines | arcade
fasse die House rules zusammen | declines
übersetze das ins Englische | declines | rules
schreib mir ein Gedicht | declines
wie wird das Wetter morgen? | declines
warum ist der Himmel blau | declines
erzähl mir einen Witz | declines
verbinde ein Modell | referral models
wie füge ich ein Modell hinzu? | referral models
verbinde einen Server | referral servers
füge einen MCP-Server hinzu | referral servers
hilfe | help
was kannst du? | help
was kannst du alles machen | help
wie funktioniert das? | help
hallo | greet
guten Morgen | greet
danke | greet
vielen Dank! | greet
tschüss | greet
`;
