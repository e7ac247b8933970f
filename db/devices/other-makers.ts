// Makers of few models, or of rugged phones.
import { devicesOf } from './device.ts';

const alcatel = devicesOf('Alcatel');
const cat = devicesOf('Cat');
const doogee = devicesOf('Doogee');
const essential = devicesOf('Essential');
const gigaset = devicesOf('Gigaset');
const palm = devicesOf('Palm');
const razer = devicesOf('Razer');
const sharp = devicesOf('Sharp');
const tcl = devicesOf('TCL');
const ulefone = devicesOf('Ulefone');
const umidigi = devicesOf('Umidigi');

export const otherDevices = [
  alcatel('Alcatel Idol 4', 2016, [16], 'grey silver gold'),
  alcatel('Alcatel Idol 4S', 2016, [32], 'grey silver gold'),
  alcatel('Alcatel 3V', 2018, [16, 32], 'black blue gold'),
  alcatel('Alcatel 1S (2020)', 2020, [32], 'grey blue gold'),
  cat('Cat S60', 2016, [32], 'black'),
  cat('Cat S61', 2018, [64], 'black'),
  cat('Cat S52', 2019, [64], 'black'),
  cat('Cat S42', 2020, [32], 'black'),
  cat('Cat S62 Pro', 2020, [128], 'black'),
  doogee('Doogee S60', 2017, [64], 'black silver gold'),
  doogee('Doogee S68 Pro', 2019, [128], 'black orange'),
  doogee('Doogee S88 Pro', 2020, [128], 'black orange red'),
  doogee('Doogee S96 Pro', 2020, [128], 'black green orange'),
  doogee('Doogee S98', 2022, [256], 'black green orange'),
  doogee('Doogee S100', 2023, [256], 'black orange'),
  doogee('Doogee V Max', 2023, [256], 'black silver gold'),
  essential('Essential PH-1', 2017, [128], 'black white grey'),
  gigaset('Gigaset GS290', 2019, [64], 'grey white'),
  gigaset('Gigaset GS4', 2020, [64], 'black white'),
  gigaset('Gigaset GS5', 2021, [128], 'grey purple'),
  palm('Palm Phone', 2018, [32], 'black gold'),
  razer('Razer Phone', 2017, [64], 'black'),
  razer('Razer Phone 2', 2018, [64], 'black'),
  sharp('Aquos S2', 2017, [64, 128], 'black white blue green'),
  sharp('Aquos R2', 2018, [64], 'black white blue red'),
  sharp('Aquos R3', 2019, [128], 'black white'),
  sharp('Aquos R5G', 2020, [256], 'black white blue'),
  sharp('Aquos R6', 2021, [128], 'black white'),
  sharp('Aquos R7', 2022, [256], 'black silver'),
  tcl('TCL 10 5G', 2020, [128], 'grey blue'),
  tcl('TCL 10 Pro', 2020, [128], 'grey green'),
  tcl('TCL 10L', 2020, [64, 128], 'blue white'),
  tcl('TCL 20 Pro 5G', 2021, [256], 'grey blue'),
  tcl('TCL 40 SE', 2023, [128, 256], 'grey blue purple'),
  ulefone('Ulefone Armor 2', 2017, [64], 'black gold'),
  ulefone('Ulefone Armor 7', 2019, [128], 'black red'),
  ulefone('Ulefone Armor 8', 2020, [64], 'black orange red'),
  ulefone('Ulefone Armor 9', 2020, [128], 'black'),
  ulefone('Ulefone Armor 11 5G', 2021, [256], 'black'),
  ulefone('Ulefone Power Armor 13', 2021, [256], 'black'),
  ulefone('Ulefone Armor 21', 2023, [256], 'black'),
  ulefone('Ulefone Armor 23 Ultra', 2024, [512], 'black'),
  umidigi('Umidigi F1', 2019, [128], 'black gold red'),
  umidigi('Umidigi S3 Pro', 2019, [128], 'black'),
  umidigi('Umidigi Bison', 2020, [128], 'grey orange yellow'),
];
