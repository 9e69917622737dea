import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { certificateOf } from '../../../src/server/bills/certificate'
import { createApp } from '../../../src/server/http/app'
import type { Settings } from '../../../src/server/ports'
import { portal, twoCompanies } from '../../support/portal'
import { givenUser, login } from './sign-in'

const secretOf = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)

/** A portal with a signed-in user and a paid bill, and a function that serves the same database with other secrets. */
const openPortal = async () => {
  const here = await portal()
  await twoCompanies(here)
  await givenUser(here)
  await here.given.billTerm()
  await here.given.payer({ PayerId: 'A1-0501' })
  const { SerialId } = await here.given.bill({
    PayerId: 'A1-0501',
    ShouldPayAmount: 100,
    PaidAmount: 100,
    PayStatus: 'Paid',
  })
  await sql`
    insert into payment (detail_id, bill_serial_id, amount, paid_time, channel_id, receipt_no)
    values ('D1', ${Number(SerialId)}, 100, '2026-11-10T01:15:30Z', '06', 'R1')`.execute(here.db)
  const token = (await login(here)).data.JWTToken as string
  const served = (secrets: Partial<Pick<Settings, 'secret' | 'certificateSecrets'>>) => {
    const ports = { ...here.ports, settings: { ...here.ports.settings, ...secrets } }
    const app = createApp(ports, here.schemas, here.modules)
    const get = (path: string, headers: Record<string, string> = {}) =>
      app.fetch(new Request(`http://portal/api${path}`, { headers }), { ip: '127.0.0.1' })
    const print = async () => {
      const printed = await certificateOf(
        ports,
        { canSeeName: () => false, address: 'masked', audit: async () => {} },
        { kind: 'Bill', id: Number(SerialId) },
      )
      if (printed === undefined) throw new Error('The bill has no certificate.')
      return new URLSearchParams({ CertificateNo: printed.certificateNo, CheckCode: printed.checkCode }).toString()
    }
    return {
      print,
      check: async (query: string): Promise<string> =>
        (await (await get(`/Ext/Home/CheckCertificate?${query}`)).json()).ReturnCode,
      status: async (): Promise<number> =>
        (await get('/Common/GetAllUserStatus', { Authorization: `Bearer ${token}` })).status,
    }
  }
  return served
}

test('after the secret of certificates is replaced, earlier certificates are still valid and sessions continue', async () => {
  const served = await openPortal()
  const [before, after] = [
    served({ certificateSecrets: [secretOf(1)] }),
    served({ certificateSecrets: [secretOf(2), secretOf(1)] }),
  ]
  const [old, current] = [await before.print(), await after.print()]
  expect(current).not.toBe(old)
  expect([await after.check(old), await after.check(current), await before.check(current)]).toEqual([
    '0000',
    '0000',
    '2004',
  ])
  expect(await after.status()).toBe(200)
})

test('a former secret that is no longer listed verifies nothing', async () => {
  const served = await openPortal()
  const old = await served({ certificateSecrets: [secretOf(1)] }).print()
  expect(await served({ certificateSecrets: [secretOf(2)] }).check(old)).toBe('2004')
})

test('after the secret of tokens is replaced, sessions end and certificates stay valid', async () => {
  const served = await openPortal()
  const old = await served({}).print()
  const after = served({ secret: secretOf(3) })
  expect(await after.status()).toBe(401)
  expect(await after.check(old)).toBe('0000')
})
