import { expect, test } from 'vitest'
import { callerIp, readTrustedProxy } from '../../../src/server/node/http/caller-ip'

test('without a trusted proxy the address is that of the connection, whatever the header contains', () => {
  expect(callerIp('203.0.113.9', '1.2.3.4', 0)).toBe('203.0.113.9')
  expect(callerIp('::ffff:203.0.113.9', '', 0)).toBe('203.0.113.9')
})

test('behind that many proxies the address is counted from the end; entries that the caller added in front are ignored', () => {
  expect(callerIp('10.0.0.1', '6.6.6.6, 198.51.100.7', 1)).toBe('198.51.100.7')
  expect(callerIp('10.0.0.1', '6.6.6.6, 198.51.100.7, 10.0.0.2', 2)).toBe('198.51.100.7')
  expect(callerIp('10.0.0.1', '198.51.100.7', 2)).toBe('198.51.100.7')
  expect(callerIp('10.0.0.1', '', 1)).toBe('10.0.0.1')
})

test('with a list, only listed proxies are trusted', () => {
  const proxies = ['10.0.0.0/8', '2001:db8::5']
  expect(callerIp('10.0.0.1', '6.6.6.6, 198.51.100.7, 10.9.9.9', proxies)).toBe('198.51.100.7')
  expect(callerIp('203.0.113.9', '198.51.100.7', proxies)).toBe('203.0.113.9')
  expect(callerIp('2001:db8::5', '198.51.100.7:4711', proxies)).toBe('198.51.100.7')
  expect(callerIp('10.0.0.1', '10.0.0.3, 10.0.0.2', proxies)).toBe('10.0.0.3')
})

test('an invalid address is ignored', () => {
  expect(callerIp('10.0.0.1', 'unknown', 1)).toBe('10.0.0.1')
  expect(callerIp('10.0.0.1', '<script>', ['10.0.0.1'])).toBe('10.0.0.1')
  expect(callerIp('10.0.0.1', '[2001:db8::7]:80', 1)).toBe('2001:db8::7')
})

test('TRUST_PROXY is a switch, a number or a list', () => {
  expect(['', '0', 'false', '1', 'true', '3', '10.0.0.0/8, 192.0.2.1', '::1'].map(readTrustedProxy)).toEqual([
    0,
    0,
    0,
    1,
    1,
    3,
    ['10.0.0.0/8', '192.0.2.1'],
    ['::1'],
  ])
  expect(['yes', '10.0.0.0/33', '12', 'proxy.example.com', '10.0.0.1,'].map(readTrustedProxy)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
