import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import type { RaRecord } from 'react-admin'
import type { Action } from '../../schema/language/action'
import type { Resource } from '../../schema/language/resource'
import { useOpenDialog } from '../components/DialogHost'
import { lazyComponent } from '../components/lazy-component'
import type { RowMenuListProps } from './RowMenuList'
import { useRowCommands } from './row-commands'

// What happens in a menu and in the dialog of an action is loaded on use, so that lists load sooner.
const RowMenuList = lazyComponent<RowMenuListProps>(async () => (await import('./RowMenuList')).RowMenuList)
const ActionRun = lazyComponent(async () => (await import('../actions/ActionRun')).ActionRun)

/** Opens the menu of a record at the button that was pressed. */
type OpenRowMenu = (record: RaRecord, button: HTMLElement) => void

const OpenRowMenuContext = createContext<OpenRowMenu>(() => {})
const RunActionContext = createContext<(action: Action, record: RaRecord) => void>(() => {})

/** Renders the rows of a list with the one menu that all of them share, within a `DialogHost`. */
export const RowMenuHost = ({ resource, children }: { resource: Resource; children: ReactNode }) => {
  const [shown, setShown] = useState<{ readonly record: RaRecord; readonly button: HTMLElement } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const commands = useRowCommands(resource)
  const openDialog = useOpenDialog()
  const open = useCallback<OpenRowMenu>((record, button) => {
    setShown({ record, button })
    setOpen(true)
  }, [])
  const run = useMemo(
    () => (action: Action, record: RaRecord) =>
      openDialog((close) => <ActionRun {...{ resource, action }} place="row" records={[record]} onEnd={close} />),
    [openDialog, resource],
  )
  return (
    <OpenRowMenuContext value={open}>
      <RunActionContext value={run}>
        {children}
        {shown && (
          <RowMenuList
            resource={resource}
            commands={commands}
            record={shown.record}
            button={shown.button}
            open={isOpen}
            onClose={() => setOpen(false)}
            onRun={(action) => run(action, shown.record)}
          />
        )}
      </RunActionContext>
    </OpenRowMenuContext>
  )
}

/** Returns the function that opens the menu of a record. */
export const useOpenRowMenu = (): OpenRowMenu => useContext(OpenRowMenuContext)

/** Returns the function that runs an action for a record of the list. */
export const useRunRowAction = () => useContext(RunActionContext)
