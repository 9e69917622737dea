import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { dataVersion } from '../../../src/server/store/data-version'
import { ensureTables } from '../../../src/server/store/tables'
import { testDatabase } from '../../support/database'
import { testSchemas } from '../../support/schemas'

test('a database of a newer portal is refused before anything is changed', async () => {
  const { db, close } = await testDatabase()
  onTestFinished(close)
  const schemas = testSchemas()
  await ensureTables(db, schemas)
  expect(await ensureTables(db, schemas)).toEqual([])
  await sql`insert into data_version (version) values (${dataVersion + 1})`.execute(db)
  await sql`drop table captcha`.execute(db)
  await expect(ensureTables(db, schemas)).rejects.toThrow(/written by a newer portal \(data version 2, this program knows 1\)/)
  await expect(sql`select 1 from captcha`.execute(db)).rejects.toThrow()
  expect((await db.selectFrom('data_version').select('version').orderBy('version').execute()).map(({ version }) => version)).toEqual([1, 2])
})

test('several processes that start on an empty database at once all find its tables', async () => {
  const { db, close } = await testDatabase()
  onTestFinished(close)
  const schemas = testSchemas()
  expect(await Promise.all([1, 2, 3, 4].map(() => ensureTables(db, schemas)))).toEqual([[], [], [], []])
})
