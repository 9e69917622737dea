import { type ReactNode, useLayoutEffect } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
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
