import { isRow } from '../../schema/row-columns'
import type { Row } from '../../schema/types'
import { HttpRefusal } from '../http/call'

/** The body of a change as a record; anything but a JSON object is refused. */
export const bodyRow = (body: unknown): Row => {
  if (isRow(body)) return body
  throw new HttpRefusal(400, '送出的資料須為一筆 JSON 物件。')
}
