import { type CellProps, defineScreens, StatusChip } from '../../src/admin'

const Balance = ({ value, children }: CellProps) =>
  Number(value) === 0 ? <StatusChip code="Closed" text="已用完" /> : children

export default defineScreens({ Cells: { Balance } })
