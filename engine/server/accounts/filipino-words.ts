/**
 * Frequent Filipino words, short month names and popular words, the most frequent first. No package has such a list.
 */
export const filipinoWords: readonly string[] = `
  jan feb mar apr jun jul aug sep sept oct nov dec mahal kita mahalkita kaibigan kaibiganko ako ikaw tayo kami sila siya niya ang mga lang love inday nonoy dodong manong manang nanay tatay
  kuya ate bunso lola lolo anak asawa nene totoy jun boy girl ganda pogi gwapo maganda cute mahalko mahalnamahal mahalnakita
  pilipinas pinas pinoy pinay filipino pilipino maynila manila cebu davao iloilo baguio bacolod batangas laguna cavite
  bulacan pampanga quezon makati palawan mindanao luzon visayas kabayan bayan bayani 
  gobyerno diyos dios jesus jesuskristo panginoon salamat maraming buhay
  mabuhay pagibig pagasa puso tadhana walang forever walangforever hanggang sayo akin iyo dito doon bahay bahala bahalana
  magandang umaga hapon gabi tanghali araw buwan bituin langit lupa dagat ulan bagyo isla bundok ilog hangin apoy tubig bato
  sampaguita narra kalabaw manok baboy isda aso pusa tarsier kalapati agila adobo sinigang lechon sisig bangus tuyo kanin
  balut halohalo turon kape gatas mangga saging niyog buko dalandan kalamansi sili suka toyo patis bagoong
  jollibee mcdo chowking ginebra sanmig gilas alaska purefoods magnolia crispa toyota honda lakers pacquiao pacman lebronjames stephcurry steph lebron curry kobe jordan
  kapamilya kapuso kapatid eatbulaga dabarkads aldub lodi petmalu werpa kathniel jadine lizquen sarah daniel vice ganda
  bini blackpink bts army sandara anne curtis juan delacruz dela cruz santos reyes garcia bautista ocampo gonzales ramos
  mendoza villanueva aquino marcos duterte rizal bonifacio mabini aguinaldo lapulapu maria jose josefina rosario carmela
  junjun bongbong jaypee jm princess angel nicole jasmine kyla mae maymay marites joan joy grace baby babyko beybi bebe bebeko
  honey hon labs labsko crush kilig hugot torpe tropa tropang barkada pare mare tol utol sir maam guro eskwela paaralan
  trabaho pera sweldo utang negosyo tindahan sarisari palengke simbahan fiesta pista atiatihan sinulog dinagyang pasko
  enero pebrero marso abril mayo hunyo hulyo agosto setyembre oktubre nobyembre disyembre lunes martes miyerkules huwebes
  biyernes sabado linggo isa dalawa tatlo apat lima anim pito walo siyam sampu pula puti asul dilaw berde itim
`
  .trim()
  .split(/\s+/);
