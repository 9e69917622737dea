import { fileSizeText } from '../../schema/rules/messages'
import type { CellProps } from '../screens'

/** Renders a size in bytes in KB or MB. */
export const FileSizeCell = ({ value, children }: CellProps) =>
  typeof value === 'number' ? fileSizeText(value) : children
