import { Refusal } from '../../../domain/refusal'
import type { Layout, Layouts } from '../../../schema/layouts/layout'
import type { BankFileTools } from './bank-file'
import { readBankFile } from './read-bank-file'

/**
 * Returns the layout that the first line of a file follows, of those that the portal reads; null if the line follows
 * none, or if several fit equally well.
 * `start`, the start of the file, must contain at least the first line.
 */
export const guessLayout = async (
  layouts: Layouts,
  start: Uint8Array,
  tools: BankFileTools,
): Promise<string | null> => {
  const end = start.indexOf(0x0a)
  const line = end < 0 ? start : start.subarray(0, end + 1)
  const matching: { readonly name: string; readonly unread: number }[] = []
  for (const [name, layout] of Object.entries(layouts)) {
    if (layout.written) continue
    const unread = await unreadFieldsOf(layout, line, tools)
    if (unread !== null) matching.push({ name, unread })
  }
  const fewest = Math.min(...matching.map(({ unread }) => unread))
  const [layout, ...others] = matching.filter(({ unread }) => unread === fewest)
  return layout === undefined || others.length > 0 ? null : layout.name
}

/**
 * Returns the number of optional fields that cannot be read if the line is the first line of a file with this layout;
 * null if it cannot be that.
 */
const unreadFieldsOf = async (layout: Layout, line: Uint8Array, tools: BankFileTools): Promise<number | null> => {
  try {
    const { done, value } = await readBankFile(layout, [line], tools).next()
    return done ? null : value.unread.length
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Returns the message in zh-TW for a file whose layout cannot be recognized. */
export const unknownLayoutMessage = (layouts: Layouts): string => {
  const read = Object.values(layouts).filter(({ written }) => !written)
  const kinds = read.map(({ label, length }) => `${label}（每列 ${length} 個位元組）`)
  return `無法由第 1 列判斷檔案種類，它應是${kinds.join('、')}之一。請確認是通路傳來的原始檔，或指定檔案種類後重新上傳。`
}
