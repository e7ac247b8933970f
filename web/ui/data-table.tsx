import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Whether this column is the row's header for screen readers; true for one column. */
  readonly isName?: boolean;
  /** `end` for numbers and buttons. */
  readonly align?: 'end';
}

export interface DataTableProps<Row> {
  /** The table's accessible name; not shown. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
}

/** A table that becomes a stack of cards on a small screen, only by CSS. */
export function DataTable<Row>({ caption, columns, rows, rowKey }: DataTableProps<Row>) {
  return (
    <table className="data-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ header, align }) => (
            <th key={header} scope="col" data-label={header} data-align={align}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column) => (
              <DataCell key={column.header} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DataCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { header, cell, isName, align } = column;
  if (isName === true) {
    return (
      <th scope="row" data-label={header} data-align={align}>
        {cell(row)}
      </th>
    );
  }
  return (
    <td data-label={header} data-align={align}>
      {cell(row)}
    </td>
  );
}
