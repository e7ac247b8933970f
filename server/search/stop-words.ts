/** Stop words: words that select no phone on a site where every phone is used and for sale. */
export const isStopWord = (word: string): boolean => stopWords.has(word);

const stopWords: ReadonlySet<string> = new Set(
  `phone phones mobile mobiles smartphone smartphones cellphone cellphones cell cellular handset handsets device
  devices telephone telephones people brand make model models location storage memory rom every each most from by
  only spend cost costs costing available hello hi gift present buy buying sell selling sale cheap cheaper
  affordable budget used secondhand second hand preowned pre owned old older original genuine seller sellers price
  prices priced a an the for in with and or vs versus of to near at my me i want need looking searching please best
  top nice great any some all show get got give celular celulares telefono telefonos telefone movil moviles handy
  handys portable cellulare barato baratos gebraucht gebrauchte gebrauchtes gebrauchter guenstig gunstig gunstiges
  gunstige billig billiges billige usado usados usato segunda mano de occasion pas cher am im is are have has you
  it this that do can which what does would could like likes looks something anything newest latest recent color
  colors colour colours colored around close but deal deals offer offers value compare comparison coloured wanted
  how much series fone fones en con mit avec para pour fur em
  telefon мобильный бу недорого дешево купить مستعمل رخيص телефон телефоны смартфон 手机 手機 二手 スマホ 中古 安い 携帯電話 스마트폰 핸드폰 ফোন মোবাইল সস্তা ব্যবহৃত পুরাতন পুরনো পুরানো টাকা টাকার নিচে মধ্যে
  फोन मोबाइल सस्ता पुराना रुपये से कम में`.split(/\s+/),
);
