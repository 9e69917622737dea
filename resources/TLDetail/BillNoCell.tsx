import { type CellProps, RecordLink } from '../../src/admin'

/** Renders the number of the bill that a line names, as a link to the bill for those who may open it. */
export const BillNoCell = ({ record, value, children }: CellProps) =>
  typeof value === 'string' ? <RecordLink reference="BillSerialId" record={record} text={value} /> : children
