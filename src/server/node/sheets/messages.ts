import type { ReturnCode } from '../../../domain/refusal'
import type { SheetRow, Sheets } from '../../ports'

type Read = Parameters<Sheets['read']>

/** What is asked of the thread that reads sheets; `id` names a reading. */
export type SheetRequest =
  | { readonly id: number; readonly kind: 'open'; readonly file: Read[0]; readonly limits: Read[1] }
  | { readonly id: number; readonly kind: 'more' | 'close' }

/** The next rows of a reading; none at its end. */
export type SheetResponse =
  | { readonly id: number; readonly rows: readonly SheetRow[] }
  | { readonly id: number; readonly refusal: { readonly code: ReturnCode; readonly message: string } }
  | { readonly id: number; readonly error: Error }
