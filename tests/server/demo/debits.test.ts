import { expect, test } from 'vitest'
import { seedDemo } from '../../../src/server/demo/seed'
import { portal } from '../../support/portal'
import { debitsOf } from '../payments/debits/debits'

test('the demo has a file in each format of direct debits with a reply, and one of authorizations', async () => {
  const here = await portal()
  await seedDemo(here)
  await here.ports.jobs.runUntilIdle()
  const replies = await here.db
    .selectFrom('bank_file')
    .select(['layout', 'import_status', 'error_message'])
    .where('layout', 'like', '%Reply')
    .unionAll(
      here.db
        .selectFrom('bank_file')
        .select(['layout', 'import_status', 'error_message'])
        .where('layout', '=', 'achR01'),
    )
    .execute()
  expect(replies).toHaveLength(4)
  for (const reply of replies) expect(reply).toMatchObject({ import_status: 'Succeeded', error_message: null })
  const insurer = await here.db
    .selectFrom('portal_user')
    .selectAll()
    .where('uniform_no', '=', '90000012')
    .where('user_id', '=', 'maker01')
    .executeTakeFirstOrThrow()
  const { data } = await debitsOf(await here.as({ SerialId: insurer.serial_id })).files()
  const formats = data.Files.map(({ MediaFormat }: { MediaFormat: string }) => MediaFormat).toSorted()
  expect(formats).toEqual(['AchP01', 'AchP02', 'BankOwn', 'Fisc200'])
  for (const file of data.Files) {
    expect(file).toMatchObject({ State: 'Released', SucceededCount: 1, RefusedCount: 1 })
    expect(file.UnansweredCount).toBeGreaterThan(0)
  }
})
