import { type MouseEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from '../storage/store'
import { answerDialog, type Dialog, dialogQueue } from './dialogs'

/**
 * Shows the dialogs one after the other, in the public and in the admin area alike. They stand at the end of the page:
 * a popover or dialog of MUI that is open hides what was there before it from screen readers.
 */
export const DialogHost = () => {
  const [first] = useStore(dialogQueue)
  return first ? createPortal(<DialogView key={`${first.title} ${first.body}`} dialog={first} />, document.body) : null
}

/** A native modal dialog: the browser keeps the focus in it, gives it back, and makes everything else inert. */
const DialogView = ({ dialog }: { dialog: Dialog }) => {
  const { ref, ...closing } = useModal(dialog)
  return (
    // Keyboard users dismiss with Escape, which arrives as `cancel`.
    <dialog
      ref={ref}
      className="dialog"
      role="alertdialog"
      aria-labelledby="dialog-title"
      aria-describedby={dialog.body ? 'dialog-body' : undefined}
      {...closing}
    >
      <div className="dialog-card">
        <span className={`dialog-sign dialog-sign-${dialog.tone}`} aria-hidden="true">
          {dialog.tone === 'warning' ? '!' : '?'}
        </span>
        <h2 id="dialog-title">{dialog.title}</h2>
        {dialog.body && <p id="dialog-body">{dialog.body}</p>}
        <div className="dialog-buttons">
          {dialog.cancelText && (
            <button type="button" className="button button-plain" onClick={() => answerDialog(dialog, false)}>
              {dialog.cancelText}
            </button>
          )}
          <button type="button" className="button" onClick={() => answerDialog(dialog, true)}>
            {dialog.confirmText}
          </button>
        </div>
      </div>
    </dialog>
  )
}

const useModal = (dialog: Dialog) => {
  const ref = useRef<HTMLDialogElement>(null)
  // Closed before it is taken out of the page, the dialog gives the focus back to where it was.
  useLayoutEffect(() => {
    const element = ref.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return {
    ref,
    onCancel: (event: SyntheticEvent) => {
      event.preventDefault()
      if (dialog.dismissible) answerDialog(dialog, false)
    },
    // Chromium closes a dialog on repeated Escape even where `cancel` was prevented; it opens again, because the queue waits for an answer.
    onClose: () => ref.current?.showModal(),
    // The card fills the dialog, so a click on the element itself is a click outside.
    onClick: (event: MouseEvent) => {
      if (dialog.dismissible && event.target === ref.current) answerDialog(dialog, false)
    },
  }
}
