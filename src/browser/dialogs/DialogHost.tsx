import { useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from '../storage/store'
import { DialogFrame } from './DialogFrame'
import { answerDialog, dialogQueue, type QueuedDialog } from './dialogs'

/**
 * Shows the dialogs one after the other, in both areas. They are at the end of the page, because an open popover or
 * dialog of MUI hides earlier elements from screen readers.
 */
export const DialogHost = () => {
  const [first] = useStore(dialogQueue)
  return first ? createPortal(<DialogView key={`${first.title} ${first.body}`} dialog={first} />, document.body) : null
}

const DialogView = ({ dialog }: { dialog: QueuedDialog }) => {
  const ref = useRef<HTMLDialogElement>(null)
  const formId = useId()
  const dismiss = () => dialog.dismissible && answerDialog(dialog, false)
  return (
    <DialogFrame
      ref={ref}
      tone={dialog.tone}
      title={dialog.title}
      body={dialog.body}
      extra={dialog.onPassword && <PasswordForm formId={formId} onChange={dialog.onPassword} onSubmit={() => answerDialog(dialog, true)} />}
      // Keyboard users dismiss with Escape, which arrives as `cancel`.
      onCancel={(event) => {
        event.preventDefault()
        dismiss()
      }}
      // Chromium closes a dialog on repeated Escape even if `cancel` was prevented; it is reopened, because the queue still needs an answer.
      onClose={() => ref.current?.showModal()}
      // The card fills the dialog, so a click on the element itself is a click outside.
      onClick={(event) => event.target === ref.current && dismiss()}
    >
      {dialog.cancelText && (
        <button type="button" className="button button-plain" onClick={() => answerDialog(dialog, false)}>
          {dialog.cancelText}
        </button>
      )}
      {dialog.onPassword ? (
        <button type="submit" form={formId} className="button">
          {dialog.confirmText}
        </button>
      ) : (
        <button type="button" className={dialog.tone === 'danger' ? 'button button-danger' : 'button'} onClick={() => answerDialog(dialog, true)}>
          {dialog.confirmText}
        </button>
      )}
    </DialogFrame>
  )
}

const PasswordForm = ({ formId, onChange, onSubmit }: { formId: string; onChange: (typed: string) => void; onSubmit: () => void }) => (
  <form
    id={formId}
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
  >
    <label className="dialog-field">
      您的密碼
      <input type="password" autoComplete="current-password" required onChange={(event) => onChange(event.target.value)} />
    </label>
  </form>
)
