import { describe, expect, test } from 'vitest'
import { passwordProblems } from '../../../src/domain/access/password'
import { lockDurationInMinutes, nextUserStatus } from '../../../src/domain/access/portal-user'
import { userIdProblem } from '../../../src/domain/identifiers/user-id'
import { demoMima } from '../../../src/server/demo/users'
import { owner, vectors } from '../vectors/password.json'

const codes = (password: string, who = owner) => passwordProblems(password, who).map(({ code }) => code)

describe('passwords', () => {
  test.each(vectors)('$value: $errors', ({ value, errors }) => expect(codes(value)).toEqual(errors))
  test.each([
    ['x'.repeat(3), ['LENGTH', 'MIX', 'REPEAT']],
    ['Ab3d'.repeat(16), []],
    [`${'Ab3d'.repeat(16)}x`, ['LENGTH']],
    ['密碼Bank2x7m', ['CHARSET']],
    ['Bank 2x7m!~', []],
    ['97531aCeG', []],
    ['k987Bank', ['SEQUENCE']],
    ['xAbC97kk', ['SEQUENCE']],
    ['USER01x9k2', ['CONTAINS_USERID']],
    ['13579246', ['MIX']],
    ['ab12cd!!!', ['REPEAT']],
  ])('%s: %s', (password, errors) => expect(codes(password)).toEqual(errors))
  test.each([
    'password1',
    'Password99!',
    'p@ssw0rd',
    'Pa55w0rd',
    'Welcome2026',
    '1Welcome!',
    'letmein1',
    'Taiwan2026!',
    'Bank2026',
    'Admin909',
    'iloveyou2',
    'October31',
    'wang1985',
    '1qaz2wsx',
    '!QAZ2wsx',
    'zaq12wsx',
    'q1w2e3r4t5',
    'a1b2c3d4',
    '5t6y7u8i',
    '1qazxsw2',
    'trustno1',
    'ncc1701d',
    'Just4Fun',
    'Spring2026!',
    'Fall2026!',
    'Nov2026!',
    'Happy-New-Year-2026',
    'Hello2026',
    'HelloWorld1',
    'GoodMorning1',
    'Welcome1',
    'Hello909',
    'nihao988',
    'xinnian2026',
    'XinNianKuaiLe115',
    'gongxifacai88',
    'chuntian2026',
    'zhongqiu2026',
    'manian2026',
    'woaini520',
    'su3cl3520',
    'ji32k7au4a83',
  ])('%s is a common password', (password) => expect(codes(password)).toContain('COMMON'))
  test.each(['Bank2x7m', 'Harbour2Lantern', 'kite77moon', 'Welcome2026Lantern', 'sunshine7391825$kq', '1qaz8kfmzT'])(
    '%s is not a common password',
    (password) => expect(codes(password)).not.toContain('COMMON'),
  )
  test('the published password of the demo accounts is refused', () => expect(codes(demoMima)).toEqual(['COMMON']))
  test('each problem has its message', () =>
    expect(passwordProblems('short1A', owner)[0]?.message).toBe('密碼長度須為 8 到 64 個字元。'))
  test('an owner without code or number does not make every password contain personal data', () =>
    expect(codes('Bank2x7m', { userId: '', uniformNo: '' })).toEqual([]))
})

describe('使用者代號', () => {
  const known = { uniformNo: '90000017', idNo: 'A123456789', mobile: '0912345678', email: 'wangdm1@example.com' }
  test.each(['admin01', 'a1b2c3', 'Abcdefghijk1'])('%s is valid', (userId) =>
    expect(userIdProblem(userId, known)).toBeNull(),
  )
  test.each(['adm01', 'abcdefghijkl1', '1admin', 'admin_01', 'administrator', 'admins'])('%s is refused', (userId) =>
    expect(userIdProblem(userId, known)).not.toBeNull(),
  )
  test('a personal id cannot be a user id, in any company', () =>
    expect(userIdProblem('A123456789', { uniformNo: '90000017' })).toContain('不可與'))
  test('a letter and nine digits with a wrong check digit are not a personal id', () =>
    expect(userIdProblem('A123456788', { uniformNo: '90000017' })).toBeNull())
  test.each(['90000017', '0912345678'])('%s is a number, not a user id', (userId) =>
    expect(userIdProblem(userId, known)).not.toBeNull(),
  )
  test.each(['a123456789', 'WANGDM1'])('%s is personal data of the user', (userId) =>
    expect(userIdProblem(userId, known)).toContain('不可與'),
  )
})

describe('portal users', () => {
  test.each([
    ['Pending', 'firstLogin', 'Enabled'],
    ['Pending', 'unused', 'Disabled'],
    ['Enabled', 'lockout', 'Locked'],
    ['Enabled', 'disable', 'Disabled'],
    ['Pending', 'disable', 'Disabled'],
    ['Locked', 'disable', 'Disabled'],
    ['Disabled', 'enable', 'Enabled'],
    ['Locked', 'lockExpired', 'Enabled'],
    ['Locked', 'reset', 'Pending'],
    ['Locked', 'ownReset', 'Enabled'],
    ['Enabled', 'reset', 'Pending'],
    ['Disabled', 'firstLogin', null],
    ['Disabled', 'ownReset', null],
  ] as const)('%s, %s: %s', (from, event, to) => expect(nextUserStatus(from, event)).toBe(to))
  test('a user who never chose a password is enabled as pending', () =>
    expect(nextUserStatus('Disabled', 'enable', false)).toBe('Pending'))
  test('lock durations double from 15 minutes to a day', () =>
    expect([1, 2, 3, 7, 8, 99].map(lockDurationInMinutes)).toEqual([15, 30, 60, 960, 1440, 1440]))
})
