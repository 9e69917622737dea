import type { WhiteListCheckType } from '../../../domain/accounts/white-list'
import {
  requiredWhiteListColumns,
  type WhiteListColumn,
  whiteListColumnNames,
  whiteListColumns,
  whiteListTitle,
} from '../../../domain/accounts/white-list-upload'
import { normalizedTitle } from '../../../schema/imports/columns'
import type { SheetRow } from '../../ports'
import { type Header, readTitles } from '../header'

export type WhiteListHeader = Header<WhiteListColumn>

/** Returns the columns of a file by their titles. Throws a refusal (3004) for wrong titles. */
export const readHeader = (titles: SheetRow, type: WhiteListCheckType): WhiteListHeader =>
  readTitles(titles, {
    columnOf: (title) => columnOfTitle.get(normalizedTitle(title)),
    titleOf: whiteListTitle,
    missingColumns: (positions) => requiredWhiteListColumns(type).filter((column) => !positions.has(column)),
  })

const columnOfTitle: ReadonlyMap<string, WhiteListColumn> = new Map(
  whiteListColumnNames.flatMap((column) => whiteListColumns[column].map((title) => [normalizedTitle(title), column] as const)),
)
