/** Height of a row of the table in CSS pixels; styles/tables.css says the same. */
export const tableRowHeight = 24;
