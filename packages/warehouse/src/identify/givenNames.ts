/** Usual first and last names of several languages, to recognise a column of names under any heading. */
const names = `
aaron abigail adam adrian agnes ahmed aisha alan albert alejandro alex alexander alexandra alexis ali alice alison amanda amelia amina amy ana
andre andrea andreas andrew angela anita anja ann anna anne annika anthony antonio antonia anton arthur ashley astrid barbara beatrice 
benjamin bernd bernard beth betty birgit björn brandon brenda brian bruno caleb camille carl carla carlos carmen carol caroline catherine
cedric charles charlotte chen chloe chris christian christina christine christopher claire clara claudia clement connor cristina cynthia daniel
daniela david deborah denise dennis diana diego dieter dirk dominik donald donna dorothy dylan edward elena eleanor elias elif elisabeth elizabeth
ella ellen emil emilia emily emma eric erik erika esther ethan evelyn fatima felix fernando finn frances francesca francesco francisco
frank franz frederik friedrich gabriel gary georg george gerald gerd gerhard giovanni giulia giuseppe gloria greta hannah hans harold harry
heather heidi heike heinrich helen helena helga henri henrik henry herbert holger ibrahim ida igor ingrid irene isaac isabel isabella isla ivan
jack jacob jacqueline james jan jana jane janet janice jason javier jeffrey jennifer jens jeremy jessica jesus joan joao joe joel johan johanna
johannes john jonas jonathan jorge jose joseph joshua juan juana judith julia julian julie jürgen justin karen karin karl katharina
katherine kathleen kathryn katja kayla keith kelly kenneth kevin kim klara klaus kristin kyle lars larry laura lauren lea lena leo leonie lily lina linda
lisa logan louis louise luca lucas lucia lucy luis luisa lukas luke manfred manuel marco marcus margaret maria marie marion 
markus marta martha martin martina mary maryam mateo mathilde matthew matthias maximilian megan mehmet melanie melissa mia michael michaela michelle miguel
mikael mohamed mohammed monica monika muhammad murat nadia nancy naomi natalie nathan nicholas nicole niels niklas nils nina noah nora olaf oliver
olivia omar oscar otto owen pablo pamela patricia patrick paul paula pedro peter petra philip philipp pierre rachel rafael rainer ralph raymond
rebecca renate rene richard robert roberto roger roland rosa russell ruth ryan sabine sabrina samantha samuel sandra sara
sarah scott sean sebastian sergio sharon shirley silke silvia simon sofia sofie sophia sophie stefan stefanie stephanie stephen steven stuart susan
susanne sven sylvia tamara tanja teresa theo theresa thomas timothy tina tobias tom tomas tyler ursula uwe valentina vanessa vera
victor victoria vincent walter wayne wei wendy werner william wolfgang xavier yasmin yolanda yusuf zachary zoe
adams allen alvarez anderson bailey bauer becker bennett bianchi braun bryant butler campbell castillo castro
chavez clark coleman cruz davis diaz dubois dupont edwards evans fernandez ferrari fischer fournier garcia garcía gomez gómez gonzalez gonzález
graham griffin gupta gutierrez hamilton hansen harris harrison hartmann hayes henderson hernandez hernández herrera hoffmann hofmann howard hughes
ivanov jackson jansen jenkins jensen jimenez johansson johnson jones kaya kelly khan koch kowalski kraus krause krüger kumar larsen 
lefebvre lehmann leroy lewis lopez lópez martinez martínez mayer mccarthy mcdonald medina mehta meier mendoza meyer miller mitchell moore morales moreau moreno morgan morris müller
mueller murphy murray myers nelson neumann nguyen nielsen novak olsen ortiz patel perez pérez perry petersen peterson petrov phillips powell ramirez ramirez ramos
reed reyes reynolds richardson richter rivera roberts robinson rodriguez rodríguez rogers romero rossi russo ruiz sanchez sánchez sanders santos sato schmid schmidt
schmitt schmitz schneider scholz schröder schulz schulze schäfer silva simmons singh smirnov smith souza stewart suzuki svensson tanaka taylor thompson torres
tran turner vargas vasquez wagner walker wallace wang watson weber werner williams wilson wright yamamoto yilmaz zhang zimmermann
`;

export const knownNames: ReadonlySet<string> = new Set(names.trim().split(/\s+/u));
