import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { errorDetails, errorText } from '../../../src/server/database/errors'
import { portal } from '../../support/portal'

test('a database error is logged with its code and its names, never with the value that it quotes', async () => {
  const { db } = await portal()
  const error = await sql`select ${'A123456789'}::text::bigint`.execute(db).catch((caught: unknown) => caught)
  const facts = JSON.stringify(errorDetails(error))
  expect(String(error)).toContain('A123456789')
  expect(facts).not.toContain('A123456789')
  expect(facts).toContain('22P02')
  expect(errorText(error)).toBe('Database error 22P02')
})

test('any other error is logged with its message', () => {
  expect(errorDetails(new Error('the printer is on fire'))).toMatchObject({
    error: 'Error',
    message: 'the printer is on fire',
  })
  expect(errorText(new Error('the printer is on fire'))).toBe('the printer is on fire')
})

test('a code of the operating system with five letters is no code of the database', () => {
  const error = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' })
  expect(errorDetails(error)).toMatchObject({ code: 'EPIPE', message: 'This socket has been ended by the other party' })
  expect(errorText(error)).toBe('This socket has been ended by the other party')
})
