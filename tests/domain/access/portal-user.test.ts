import { expect, test } from 'vitest'
import { canApprove } from '../../../src/domain/access/portal-user'

test('a user who was created, or whose role, e-mail or mobile was changed, less than 24 hours ago may release nothing', () => {
  const changed = new Date('2026-11-20T10:00:00+08:00')
  expect(canApprove(changed, changed)).toBe(false)
  expect(canApprove(changed, new Date('2026-11-21T09:59:59.999+08:00'))).toBe(false)
  expect(canApprove(changed, new Date('2026-11-21T10:00:00+08:00'))).toBe(true)
})
