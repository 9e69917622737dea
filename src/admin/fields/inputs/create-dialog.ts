import { type ComponentType, createContext } from 'react'
import type { RaRecord } from 'react-admin'
import type { Resource } from '../../../schema/language/resource'
import type { RecordValues } from '../../../schema/language/types'

/** Props of the dialog that creates a referenced record while another form is open. */
export interface CreateDialogProps {
  readonly resource: Resource
  /** Initial values of the new record. */
  readonly initialValues: RecordValues
  readonly onCreated: (record: RaRecord) => void
  readonly onClose: () => void
}

/**
 * The component of the dialog.
 * Pages provide it, because a direct import would create an import cycle: the dialog contains a form, and forms contain
 * references.
 */
export const CreateDialogContext = createContext<ComponentType<CreateDialogProps> | null>(null)
