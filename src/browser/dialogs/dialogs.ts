import { createStore, type Store } from '../storage/store'

/** The kind of a dialog: a message, a question, or a question about something that cannot be undone. */
export type DialogTone = 'warning' | 'question' | 'danger'

/** A dialog that is shown or queued. */
export interface QueuedDialog {
  readonly id: number
  readonly tone: DialogTone
  readonly title: string
  readonly body: string
  readonly confirmText: string
  /** Text of the cancel button; without it the dialog has no such button. */
  readonly cancelText?: string
  /** Whether confirming loses what the user has entered. The filled button is then the one that keeps it. */
  readonly discards?: boolean | undefined
  /** The input of the dialog; without it the dialog asks for nothing. */
  readonly input?: DialogInput
  /** Whether the dialog can be closed by a click outside or with Escape. */
  readonly dismissible: boolean
  /** Receives the user's answer: true = confirmed, false = cancelled or dismissed. */
  readonly onAnswer: (confirmed: boolean) => void
}

/** The input of a dialog. */
export interface DialogInput {
  readonly label: string
  readonly type: 'password' | 'text'
  /** The shortest and the longest text, in characters. */
  readonly length?: { readonly min: number; readonly max: number }
  /** Receives the typed text. */
  readonly onChange: (typed: string) => void
}

/** The queue of dialogs; the first one is shown. */
export const dialogQueue: Store<readonly QueuedDialog[]> = createStore<readonly QueuedDialog[]>([])

/**
 * Shows a warning; resolves to true if the user confirms it, to false if they dismiss it.
 * A warning that is already queued is not shown twice; both callers get the same answer.
 */
export const showWarning = (
  title: string,
  body = '',
  options: { readonly dismissible?: boolean } = {},
): Promise<boolean> =>
  answerOfQueuedWarning(title, body) ??
  openDialog({ tone: 'warning', title, body, confirmText: '確定', dismissible: options.dismissible ?? true })

/**
 * Asks the user to confirm an action; resolves to false if they cancel or dismiss the dialog.
 * With `danger`, icon and button warn that the action cannot be undone.
 * With `discards`, the action loses what the user has entered, so the filled button is the one that keeps it.
 */
export const askConfirmation = (
  title: string,
  options: {
    readonly body?: string
    readonly confirmText?: string
    readonly cancelText?: string
    readonly danger?: boolean
    readonly discards?: boolean
  } = {},
): Promise<boolean> =>
  openDialog({
    tone: options.danger ? 'danger' : 'question',
    discards: options.discards,
    title,
    body: options.body ?? '',
    confirmText: options.confirmText ?? '確定',
    cancelText: options.cancelText ?? '取消',
    dismissible: true,
  })

/** Asks for the user's own password; resolves to null when the user cancels. */
export const askPassword = (body: string): Promise<string | null> =>
  askInput('請輸入您的密碼', body, { label: '您的密碼', type: 'password' })

/** Asks for a short text; resolves to null when the user cancels. */
export const askText = (
  title: string,
  body: string,
  input: Pick<DialogInput, 'label' | 'length'>,
): Promise<string | null> => askInput(title, body, { ...input, type: 'text' })

const askInput = async (title: string, body: string, input: Omit<DialogInput, 'onChange'>): Promise<string | null> => {
  let text = ''
  const onChange = (typed: string) => {
    text = typed
  }
  const confirmed = await openDialog({
    tone: 'question',
    title,
    body,
    confirmText: '確定',
    cancelText: '取消',
    dismissible: true,
    input: { ...input, onChange },
  })
  return confirmed ? text : null
}

/** Closes a dialog with the user's answer. */
export const answerDialog = (dialog: QueuedDialog, confirmed: boolean): void => {
  if (!dialogQueue.get().includes(dialog)) return
  dialogQueue.set(dialogQueue.get().filter((queued) => queued !== dialog))
  dialog.onAnswer(confirmed)
}

/** Cancels all dialogs, because they belong to a session that has ended. */
export const closeDialogs = (): void => {
  for (const dialog of dialogQueue.get()) answerDialog(dialog, false)
}

const pendingAnswers = new WeakMap<QueuedDialog, Promise<boolean>>()

let openedCount = 0

const openDialog = (content: Omit<QueuedDialog, 'id' | 'onAnswer'>) => {
  let dialog: QueuedDialog | undefined
  const promise = new Promise<boolean>((resolve) => {
    openedCount += 1
    dialog = { ...content, id: openedCount, onAnswer: resolve }
    dialogQueue.set([...dialogQueue.get(), dialog])
  })
  if (dialog) pendingAnswers.set(dialog, promise)
  return promise
}

const answerOfQueuedWarning = (title: string, body: string) => {
  const queued = dialogQueue
    .get()
    .find((dialog) => dialog.tone === 'warning' && dialog.title === title && dialog.body === body)
  return queued && pendingAnswers.get(queued)
}
