import { expect, test } from 'vitest'
import { inTransaction } from '../../src/server/database/transaction'
import {
  deleteHiddenFile,
  deleteOldHiddenFiles,
  hideFile,
  loadFile,
  makeFileVisible,
  writeFile,
} from '../../src/server/files'
import { portal } from '../support/portal'

const { db } = await portal()
const bytes = Uint8Array.from({ length: 600_001 }, (_, i) => (i * 31) % 251)
const file = {
  name: '帳單.xlsx',
  type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  bytes,
  uniformNo: '90000017',
}

const saveFile = async (content = bytes): Promise<string> => {
  const id = await writeFile(db, { ...file, bytes: content })
  await makeFileVisible(db, id)
  return id
}
const chunks = async () => (await db.selectFrom('file_chunk').select('file_id').execute()).length

test('a file is read back unchanged, by its own company only', async () => {
  const id = await saveFile()
  expect(id).toMatch(/^[0-9a-f]{32}$/)
  expect(await loadFile(db, id, '90000017')).toEqual(
    expect.objectContaining({ name: file.name, type: file.type, bytes }),
  )
  const refusals = await Promise.all(
    [loadFile(db, id, '90000012'), loadFile(db, 'x'.repeat(32), '90000012')].map((loading) =>
      loading.catch((error: unknown) => error),
    ),
  )
  expect(refusals[0]).toMatchObject({ status: 404 })
  expect(refusals[0]).toEqual(refusals[1])
})

test('a file can be empty', async () => {
  const id = await saveFile(new Uint8Array())
  expect((await loadFile(db, id, '90000017')).bytes).toHaveLength(0)
})

test('a file is committed with the transaction of its record, and leaves no chunk when it is deleted', async () => {
  const before = await chunks()
  const id = await writeFile(db, file)
  const missing = expect.objectContaining({ status: 404 })
  await expect(loadFile(db, id, '90000017')).rejects.toEqual(missing)
  await inTransaction(db, async (trx) => {
    await makeFileVisible(trx, id)
    throw new Error('no')
  }).catch(() => {})
  await expect(loadFile(db, id, '90000017')).rejects.toEqual(missing)
  await makeFileVisible(db, id)
  await deleteHiddenFile(db, id)
  expect((await loadFile(db, id, '90000017')).bytes, 'only what does not count is swept up').toHaveLength(bytes.length)
  await hideFile(db, id)
  await expect(loadFile(db, id, '90000017')).rejects.toEqual(missing)
  await deleteHiddenFile(db, id)
  expect(await chunks()).toBe(before)
})

test('files of interrupted uploads and deletions are deleted after a day', async () => {
  await deleteOldHiddenFiles(db, new Date(Date.now() + 2 * 86_400_000))
  const before = await chunks()
  await writeFile(db, file)
  await deleteOldHiddenFiles(db, new Date())
  expect(await chunks(), 'it may still be coming').toBeGreaterThan(before)
  expect(await deleteOldHiddenFiles(db, new Date(Date.now() + 2 * 86_400_000))).toBe(1)
  expect(await chunks()).toBe(before)
})
