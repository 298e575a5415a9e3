export { plainDialect, sniffDelimiter, sniffDialect, type Dialect } from './dialect.ts';
export { createCsvParser, csvLimits, parseCsv, type CsvLimits, type CsvParser } from './parse.ts';
export { looksLikeFormula, serializeCsv, withoutFormulas } from './serialize.ts';
