import { type ReactNode, useLayoutEffect } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { PlainTable } from '../../src/admin/components/PlainTable'
import { ScrollRegion } from '../../src/admin/components/ScrollRegion'
import { draw } from '../support/browser/page'

interface CommitObserverProps {
  readonly onCommit: () => void
  readonly children: ReactNode
}

/** Calls `onCommit` after the first commit and the updates from its layout effects, and before the page is painted. */
const CommitObserver = ({ onCommit, children }: CommitObserverProps) => {
  useLayoutEffect(() => queueMicrotask(onCommit), [onCommit])
  return children
}

test('a region with a wide table can be reached with the keyboard when it is first painted', async () => {
  let firstPaint: string | null | undefined
  const readTabIndex = () => {
    firstPaint ??= document.querySelector('[role="region"]')?.getAttribute('tabindex') ?? null
  }
  draw(
    <CommitObserver onCommit={readTabIndex}>
      <ScrollRegion label="帳單">
        <div style={{ width: 5000, height: 20 }} />
      </ScrollRegion>
    </CommitObserver>,
  )
  await expect.element(page.getByRole('region', { name: '帳單，可左右捲動' })).toBeVisible()
  expect(firstPaint).toBe('0')
})

test('the headings of a long table stay in view while it scrolls, and a short table does not scroll', async () => {
  await page.viewport(1440, 900)
  const columns = [{ title: '列號', cell: (row: number) => `第 ${row} 列` }]
  const tableOf = (count: number) => (
    <PlainTable label="錯誤明細" columns={columns} rows={Array.from({ length: count }, (_, index) => index + 1)} />
  )
  draw(tableOf(100))
  const region = page.getByRole('region', { name: '錯誤明細，可上下捲動' })
  await expect.element(region).toBeVisible()
  region.element().scrollTop = 500
  const heading = page.getByRole('columnheader', { name: '列號' }).element().getBoundingClientRect()
  expect(heading.top).toBe(region.element().getBoundingClientRect().top)
  expect(region.element().clientHeight).toBeLessThan(900)
  expect(document.elementFromPoint(heading.left + 20, heading.top + 10)?.textContent).toBe('列號')

  draw(tableOf(3))
  await expect.element(page.getByRole('row').nth(3)).toBeVisible()
  await expect.element(page.getByRole('region')).not.toBeInTheDocument()
})
