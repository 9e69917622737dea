import { type ReactElement, Suspense, startTransition, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { PortalContext, preloadScreens, useScreens } from '../../src/admin/portal'
import { defineScreens, type ScreenLoaders } from '../../src/admin/screens'
import { schemaSet } from '../../src/schema/load/schema-set'

const screens = defineScreens({ Page: () => '手寫的畫面' })

/** Renders the hand-written page of `fee`, by a component whose further hooks follow. */
const FeePage = () => {
  const { Page } = useScreens('fee')
  const [title] = useState('費用')
  const label = useMemo(() => `${title}：`, [title])
  return (
    <p>
      {label}
      {Page && <Page />}
    </p>
  )
}

/** Opens `FeePage` in a transition, as the router does; returns the errors that React recovered from. */
const openInTransition = (loaders: ScreenLoaders): readonly unknown[] => {
  const errors: unknown[] = []
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container, { onRecoverableError: (error) => errors.push(error) })
  onTestFinished(() => {
    root.unmount()
    container.remove()
  })
  const draw = (content: string | ReactElement) =>
    root.render(
      <PortalContext value={{ schemas: schemaSet([]), screens: loaders, role: 'CustomerAdmin' }}>
        <Suspense fallback="載入中">{content}</Suspense>
      </PortalContext>,
    )
  draw('前一頁')
  setTimeout(() => startTransition(() => draw(<FeePage />)))
  return errors
}

test('screens that are loaded while their page opens leave no error behind', async () => {
  const errors = openInTransition({ fee: async () => ({ default: screens }) })
  await expect.element(page.getByText('費用：手寫的畫面')).toBeVisible()
  expect(errors).toEqual([])
})

test('screens that were loaded before are there at once', async () => {
  const loaders: ScreenLoaders = { fee: async () => ({ default: screens }) }
  await preloadScreens(loaders, 'fee')
  const errors = openInTransition(loaders)
  await expect.element(page.getByText('費用：手寫的畫面')).toBeVisible()
  expect(errors).toEqual([])
})
