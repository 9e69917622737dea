import { type RawBuilder, sql } from 'kysely'

type Expression = RawBuilder<unknown>

/** Sum over the places of a text of digits in SQL, each digit weighed; places count from 0. */
export const digitSum = (text: Expression, length: number, weigh: (digit: Expression, place: number) => Expression | null): Expression => {
  const terms = Array.from({ length }, (_, place) => weigh(sql`(ascii(substr(${text}, ${sql.lit(place + 1)}, 1)) - 48)`, place)).filter((term) => term !== null)
  return sql`(${sql.join(terms, sql` + `)})`
}

/** The check digit of scheme W371, as set-based SQL. */
export const w371 = (body: Expression, length: number): Expression =>
  sql`((10 - ${digitSum(body, length, (digit, place) => sql`(${digit} * ${sql.lit([3, 7, 1][place % 3])}) % 10`)} % 10) % 10)::text`

/** Sum of every second digit, from the first (0) or the second (1). */
export const everySecond = (text: Expression, length: number, start: 0 | 1): Expression =>
  digitSum(text, length, (digit, place) => (place % 2 === start ? digit : null))
