import { createStore, type Store } from '../storage/store'

/** A dialog that is shown or queued. */
export interface Dialog {
  readonly tone: 'warning' | 'question'
  readonly title: string
  readonly body: string
  readonly confirmText: string
  /** Absent = there is nothing to cancel. */
  readonly cancelText?: string
  /** Receives what is typed into the dialog's input for a password; absent = it has none. */
  readonly onPassword?: (password: string) => void
  /** May be closed by clicking outside or with Escape. */
  readonly dismissible: boolean
  /** True = confirmed, false = cancelled or dismissed. */
  readonly answer: (confirmed: boolean) => void
}

/** The queue of dialogs; the first one is shown. */
export const dialogQueue: Store<readonly Dialog[]> = createStore<readonly Dialog[]>([])

/** Warns the user; resolves to true when they confirm, to false when they dismiss it. A warning that is already queued is not shown twice: both callers get the same answer. */
export const warn = (title: string, body = '', options: { readonly dismissible?: boolean } = {}): Promise<boolean> =>
  queuedWarning(title, body) ?? openDialog({ tone: 'warning', title, body, confirmText: '確定', dismissible: options.dismissible ?? true })

/** Asks the user; true = yes. */
export const confirm = (
  title: string,
  options: { readonly body?: string; readonly confirmText?: string; readonly cancelText?: string } = {},
): Promise<boolean> =>
  openDialog({
    tone: 'question',
    title,
    body: options.body ?? '',
    confirmText: options.confirmText ?? '確定',
    cancelText: options.cancelText ?? '取消',
    dismissible: true,
  })

/** Asks for the user's own password; resolves to null when they cancel. */
export const askPassword = async (body: string): Promise<string | null> => {
  let password = ''
  const onPassword = (typed: string) => {
    password = typed
  }
  const title = '請輸入您的密碼'
  const confirmed = await openDialog({ tone: 'question', title, body, confirmText: '確定', cancelText: '取消', dismissible: true, onPassword })
  return confirmed ? password : null
}

/** Closes a dialog with the user's answer. */
export const answerDialog = (dialog: Dialog, confirmed: boolean): void => {
  if (!dialogQueue.get().includes(dialog)) return
  dialogQueue.set(dialogQueue.get().filter((queued) => queued !== dialog))
  dialog.answer(confirmed)
}

/** Cancels every dialog, because they belong to a session that has ended. */
export const closeDialogs = (): void => {
  for (const dialog of dialogQueue.get()) answerDialog(dialog, false)
}

const answers = new WeakMap<Dialog, Promise<boolean>>()

const openDialog = (texts: Omit<Dialog, 'answer'>) => {
  let dialog: Dialog | undefined
  const promise = new Promise<boolean>((resolve) => {
    dialog = { ...texts, answer: resolve }
    dialogQueue.set([...dialogQueue.get(), dialog])
  })
  if (dialog) answers.set(dialog, promise)
  return promise
}

const queuedWarning = (title: string, body: string) => {
  const same = dialogQueue.get().find((dialog) => dialog.tone === 'warning' && dialog.title === title && dialog.body === body)
  return same && answers.get(same)
}
