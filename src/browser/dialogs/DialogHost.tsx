import { useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from '../storage/store'
import { DialogFrame } from './DialogFrame'
import { answerDialog, type DialogInput, dialogQueue, type QueuedDialog } from './dialogs'

/**
 * Renders the queued dialogs one after the other, in both areas.
 * They are rendered in `body`, because an open popover or dialog of MUI hides the application's own element from screen
 * readers.
 */
export const DialogHost = () => {
  const [first] = useStore(dialogQueue)
  // The key makes the next dialog a new element, which opens and takes the focus.
  return first ? createPortal(<DialogView key={first.id} dialog={first} />, document.body) : null
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
      extra={
        dialog.input && <InputForm formId={formId} input={dialog.input} onSubmit={() => answerDialog(dialog, true)} />
      }
      // Keyboard users dismiss with Escape, which arrives as `cancel`.
      onCancel={(event) => {
        event.preventDefault()
        dismiss()
      }}
      // Chromium closes a dialog on repeated Escape even if `cancel` was prevented.
      // The dialog is reopened, because it is still queued and unanswered.
      onClose={() => ref.current?.showModal()}
      // The card fills the dialog, so only a click on the backdrop has the dialog itself as its target.
      onClick={(event) => event.target === ref.current && dismiss()}
    >
      {dialog.cancelText && (
        <button
          type="button"
          className={dialog.discards ? 'button' : 'button button-plain'}
          onClick={() => answerDialog(dialog, false)}
        >
          {dialog.cancelText}
        </button>
      )}
      {dialog.input ? (
        <button type="submit" form={formId} className="button">
          {dialog.confirmText}
        </button>
      ) : (
        <button
          type="button"
          className={
            dialog.discards ? 'button button-plain' : dialog.tone === 'danger' ? 'button button-danger' : 'button'
          }
          onClick={() => answerDialog(dialog, true)}
        >
          {dialog.confirmText}
        </button>
      )}
    </DialogFrame>
  )
}

const InputForm = ({ formId, input, onSubmit }: { formId: string; input: DialogInput; onSubmit: () => void }) => {
  const { label, type, length, onChange } = input
  const [isInvalid, setIsInvalid] = useState(false)
  const errorId = `${formId}-error`
  return (
    <form
      id={formId}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <label className="dialog-field">
        {label}
        <input
          type={type}
          autoComplete={type === 'password' ? 'current-password' : 'off'}
          required
          minLength={length?.min}
          maxLength={length?.max}
          aria-invalid={isInvalid}
          aria-describedby={isInvalid ? errorId : undefined}
          onInvalid={(event) => {
            // The message below replaces the one of the browser, which would also move the focus.
            event.preventDefault()
            event.currentTarget.focus()
            setIsInvalid(true)
          }}
          onChange={(event) => {
            setIsInvalid(false)
            onChange(event.target.value)
          }}
        />
      </label>
      {isInvalid && (
        <p id={errorId} role="alert" className="dialog-error">
          請輸入「{label}」{length && `，至少 ${length.min} 個字`}。
        </p>
      )}
    </form>
  )
}
