import type { NoticeInfo } from '../../contract/session'

/** Categories of notices as people call them. */
export const categories: Readonly<Record<string, string>> = { System: '系統', Service: '服務', Rule: '規章' }

const audiences: Readonly<Record<string, string>> = { Company: '企業戶', Payer: '繳款人' }

/** Category and audience of a notice in words. */
export const labelsOf = ({ Category, Audience }: NoticeInfo): readonly string[] =>
  [categories[Category] ?? Category, audiences[Audience]].filter((text) => text !== undefined)

/** Pinned notices first, then the newest. */
export const inOrder = (notices: readonly NoticeInfo[]): readonly NoticeInfo[] =>
  [...notices].sort((a, b) => Number(b.Pinned) - Number(a.Pinned) || b.PublishDate.localeCompare(a.PublishDate))
