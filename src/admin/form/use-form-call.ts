import { useContext } from 'react'
import { useFormContext } from 'react-hook-form'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { asHttpError, formErrorsOf } from '../data-provider/errors'
import { writableValues } from '../data-provider/write'
import { conditionContextNow } from '../hooks/condition-context'
import { useNotifyFailure } from '../hooks/use-toast'
import { EnabledInputsContext, showErrors, submissionErrors } from './server-errors'

/**
 * Returns a function that validates the enclosing form and passes its input to `send`, which makes a call other than
 * the one that saves the record.
 * Errors of the form and of the server are shown at the inputs.
 */
export const useFormCall = (resource: Resource, mode: 'create' | 'update') => {
  const form = useFormContext()
  const enabledInputs = useContext(EnabledInputsContext)
  const notifyFailure = useNotifyFailure()
  return async (send: (input: RecordValues) => Promise<void>): Promise<void> => {
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return
    try {
      await send(writableValues(resource, form.getValues(), mode, conditionContextNow()))
    } catch (error) {
      const failure = asHttpError(resource, error)
      const errors = formErrorsOf(failure)
      if (!errors || !enabledInputs) return notifyFailure(failure)
      showErrors(form, resource, enabledInputs, submissionErrors(errors))
    }
  }
}
