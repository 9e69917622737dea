import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'

/** Renders a dialog, which calls `close` when it ends. */
type RenderDialog = (close: () => void) => ReactNode

const OpenDialogContext = createContext<((render: RenderDialog) => void) | null>(null)

/**
 * Keeps a dialog that one of the children opens, so that it stays open while the child disappears: a list may be
 * loaded again, and the window may become so narrow that cards replace the table.
 */
export const DialogHost = ({ children }: { children: ReactNode }) => {
  const [dialog, setDialog] = useState<{ readonly render: RenderDialog } | null>(null)
  const open = useCallback((render: RenderDialog) => setDialog({ render }), [])
  return (
    <OpenDialogContext value={open}>
      {children}
      {dialog?.render(() => setDialog(null))}
    </OpenDialogContext>
  )
}

/** Returns the function that opens a dialog in the `DialogHost` around the component; throws outside a `DialogHost`. */
export const useOpenDialog = (): ((render: RenderDialog) => void) => {
  const open = useContext(OpenDialogContext)
  if (!open) throw new Error('A component that opens a dialog must be inside a DialogHost.')
  return open
}
