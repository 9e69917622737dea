import { useEffect } from 'react'
import { showWarning } from '../../browser/dialogs/dialogs'
import { listTableId } from './table-top'

/** The keys of a list and what they do, in zh-TW. */
const keys = [
  ['/', '搜尋這個清單'],
  ['j、k', '下一筆、上一筆'],
  ['Enter', '開啟目前的資料'],
  ['x', '選取或取消選取目前的資料'],
  ['e', '修改目前的資料'],
  ['n', '新增'],
  ['?', '顯示這份說明'],
] as const

/**
 * Makes a list usable with single keys, which act while no input, button or dialog has the focus: j and k move the
 * focus from record to record, and the others act on the record that has it.
 */
export const ListKeys = () => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || hasDialog()) return
      if (!actOn(event.key)) return
      event.preventDefault()
      // Other shortcuts of the portal, such as `/` for its search, give way to those of the list.
      event.stopImmediatePropagation()
    }
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [])
  return null
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('select, textarea, [role="combobox"], input:not([type="checkbox"])') ||
    target.closest('[role="menu"], [role="listbox"]') !== null)

const hasDialog = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

/** Does what a key stands for; returns false if the key, or the list, has nothing to do. */
const actOn = (key: string): boolean => {
  if (key === '?') {
    void showWarning('清單的快速鍵', keys.map(([name, text]) => `${name}　${text}`).join('\n'))
    return true
  }
  if (key === '/') return act(document.querySelector('[data-shortcut="search"]'), (input) => input.focus())
  if (key === 'n') return act(document.querySelector('[data-shortcut="new"]'), (link) => link.click())
  if (key === 'j') return act(recordAt(currentIndex() + 1), focusRecord)
  if (key === 'k') return act(recordAt(Math.max(0, currentIndex() - 1)), focusRecord)
  const record = recordAt(currentIndex())
  if (key === 'x') return act(record?.querySelector('input[type="checkbox"]'), (box) => box.click())
  if (key === 'e') return act(record?.querySelector('a.row-command'), (link) => link.click())
  // A button or a link that has the focus gets Enter itself.
  if (key === 'Enter' && document.activeElement === record) return act(record, open)
  return false
}

const act = (element: Element | null | undefined, action: (element: HTMLElement) => void): boolean => {
  if (!(element instanceof HTMLElement)) return false
  action(element)
  return true
}

/** The rows or the cards of the records on the page. */
const records = (): readonly HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`#${listTableId} > tbody > tr, ul#${listTableId} > li`),
]

/** Returns the place of the record that contains the focus; -1 if none does. */
const currentIndex = (): number => records().findIndex((record) => record.contains(document.activeElement))

const recordAt = (index: number): HTMLElement | undefined => records()[index]

const focusRecord = (record: HTMLElement): void => {
  record.tabIndex = -1
  record.focus()
}

const open = (record: HTMLElement): void => record.querySelector<HTMLElement>('.record-link')?.click()
