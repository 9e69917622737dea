import { expect, test } from 'vitest'
import { isSameNetwork, networksOf } from '../../../src/server/security/rate-limit'
import type { Answer } from '../../support/client'
import type { Portal } from '../../support/portal'
import { ask, portalWithMaker, verify } from './flow'
import { login } from './sign-in'

test.each([
  ['203.0.113.9', ['203.0.113.9']],
  ['::ffff:203.0.113.9', ['203.0.113.9']],
  ['::FFFF:cb00:7109', ['203.0.113.9']],
  ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['2001:0DB8:0001:0002::7', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['2001:db8::5', ['2001:db8:0:0::/64', '2001:db8:0::/48']],
  ['2001:db8::1:0:0:5', ['2001:db8:0:0::/64', '2001:db8:0::/48']],
  ['::1', ['0:0:0:0::/64', '0:0:0::/48']],
  ['fe80::1%eth0', ['fe80:0:0:0::/64', 'fe80:0:0::/48']],
  ['', ['']],
  ['unknown', ['unknown']],
])('%s is counted as %j', (address, names) => {
  expect(networksOf(address).map(({ name }) => name)).toEqual(names)
})

test('addresses of one /64 are the same network; IPv4 addresses are compared whole', () => {
  expect(isSameNetwork('2001:db8:1:2::7', '2001:DB8:1:2:ffff::')).toBe(true)
  expect(isSameNetwork('2001:db8:1:2::7', '2001:db8:1:3::7')).toBe(false)
  expect(isSameNetwork('203.0.113.9', '::ffff:203.0.113.9')).toBe(true)
  expect(isSameNetwork('203.0.113.9', '203.0.113.10')).toBe(false)
})

type Try = (here: Portal, ip: string, n: number) => Promise<Answer>

const checkCertificate = (here: Portal, ip: string): Promise<Answer> =>
  here.request('GET', '/Ext/Home/CheckCertificate', { query: { CertificateNo: 'X', CheckCode: 'Y' }, ip })

const tries: readonly (readonly [string, number, Try])[] = [
  // Each one for another account, because the sign-ins of one account have their own limit.
  ['failed sign-ins', 60, (here, ip, n) => login(here, { UserId: `nobody${n}` }, ip)],
  ['one-time passwords asked for', 30, (here, ip) => ask(here, 'ForgetMima', {}, ip)],
  ['one-time passwords tried', 60, (here, ip) => verify(here, 'no step', '000000', ip)],
  ['certificates checked', 60, checkCertificate],
  ['captchas', 300, (here, ip) => here.request('GET', '/Home/GetVICode', { ip })],
  ['pictures of captchas', 300, (here, ip) => here.request('GET', '/Home/GetCaptchaImage', { ip })],
]

test.each(tries)('%s: the addresses of one IPv6 /64 share the %i of one address', async (_, hits, attempt) => {
  const here = await portalWithMaker()
  for (let n = 1; n <= hits; n++) expect((await attempt(here, `2001:db8:1:2::${n}`, n)).status).not.toBe(429)
  expect((await attempt(here, '2001:db8:1:2:ffff::1', 0)).status).toBe(429)
  expect((await attempt(here, '2001:db8:1:3::1', 0)).status, 'another network').not.toBe(429)
})

test('an IPv6 /48 has the limit of 16 addresses; refusals of its /64 do not count', async () => {
  const here = await portalWithMaker()
  const statuses = async (network: number, times: number) => {
    const found = []
    for (let n = 0; n < times; n++) found.push((await checkCertificate(here, `2001:db8:1:${network}::1`)).status)
    return found.filter((status) => status !== 429).length
  }
  expect(await statuses(1, 100)).toBe(60)
  for (let network = 2; network <= 16; network++) expect(await statuses(network, 60)).toBe(60)
  expect(await statuses(17, 1)).toBe(0)
  expect((await checkCertificate(here, '2001:db8:2:1::1')).status).not.toBe(429)
})

test('IPv4 addresses are counted one by one, also in IPv6 notation', async () => {
  const here = await portalWithMaker()
  for (let n = 0; n < 60; n++) await checkCertificate(here, '203.0.113.9')
  expect((await checkCertificate(here, '::ffff:cb00:7109')).status).toBe(429)
  expect((await checkCertificate(here, '::ffff:cb00:710a')).status).not.toBe(429)
})
