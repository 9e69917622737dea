import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { DialogHost, useOpenDialog } from '../../src/admin/components/DialogHost'

const DialogButton = () => {
  const openDialog = useOpenDialog()
  return (
    <button type="button" onClick={() => openDialog(() => <p>對話框</p>)}>
      開啟
    </button>
  )
}

/** Returns the text of an element after it was rendered, and the error that ended the rendering. */
const rendered = (children: ReactNode) => {
  const errors: unknown[] = []
  const place = document.createElement('div')
  const root = createRoot(place, { onUncaughtError: (error) => void errors.push(error) })
  flushSync(() => root.render(children))
  const text = place.textContent
  root.unmount()
  return { text, errors: errors.map(String) }
}

test('a button that opens a dialog cannot be rendered outside a DialogHost', () => {
  const inside = (
    <DialogHost>
      <DialogButton />
    </DialogHost>
  )
  expect(rendered(inside)).toEqual({ text: '開啟', errors: [] })
  expect(rendered(<DialogButton />).errors).toEqual([expect.stringContaining('must be inside a DialogHost')])
})
