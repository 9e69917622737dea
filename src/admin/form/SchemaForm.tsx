import { Alert, Box, type BoxProps, Button, type ButtonProps } from '@mui/material'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { FormFieldsContext } from '../fields/value-scope'
import { FormScopeProvider } from './form-values'
import { FocusedOnOpenContext, type InitialFocus, useInitialFocus } from './initial-focus'
import { EnabledInputsContext, type SetCellErrors, showErrors, submissionErrors } from './server-errors'

interface SchemaFormProps extends Pick<BoxProps, 'role' | 'aria-label' | 'sx'> {
  readonly resource: Resource
  readonly form: UseFormReturn
  /** Sends the values; resolves to the server's error messages by path, if there are any. */
  readonly send: (values: RecordValues) => Promise<unknown>
  /** The input that takes the focus when the form opens; absent = none. */
  readonly initialFocus?: InitialFocus | undefined
  readonly children: ReactNode
}

/** Renders the form element around the inputs of a resource, and shows the server's errors at the inputs. */
export const SchemaForm = ({ resource, form, send, initialFocus, children, ...boxProps }: SchemaFormProps) => {
  // For the content of the map, see `EnabledInputsContext`.
  const [enabledInputs] = useState(() => new Map<string, SetCellErrors | undefined>())
  const focusedOnOpen = useInitialFocus(form, resource, enabledInputs, initialFocus)
  const submit = form.handleSubmit(async (values) =>
    showErrors(form, resource, enabledInputs, submissionErrors(await send(values))),
  )
  return (
    <FormFieldsContext value={resource.fields}>
      <FormScopeProvider form={form}>
        <EnabledInputsContext value={enabledInputs}>
          <FocusedOnOpenContext value={focusedOnOpen}>
            <Box component="form" noValidate onSubmit={(event) => void submit(event)} {...boxProps}>
              {children}
            </Box>
          </FocusedOnOpenContext>
        </EnabledInputsContext>
      </FormScopeProvider>
    </FormFieldsContext>
  )
}

/** Renders the server's errors that belong to no input of the form. */
export const ServerMessage = ({ form }: { form: UseFormReturn }) => {
  const { errors, submitCount } = form.formState
  const message = errors.root?.serverError?.message
  const alertRef = useRef<HTMLDivElement>(null)
  const isOnlyError = Object.keys(errors).length === 1
  // In a long form the message may be out of view, so it takes the focus unless an input has an error.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each response of the server
  useEffect(() => {
    if (message && isOnlyError) alertRef.current?.focus()
  }, [message, isOnlyError, submitCount])
  return message ? (
    <Alert ref={alertRef} tabIndex={-1} severity="error" sx={{ whiteSpace: 'pre-line', scrollMarginTop: 80 }}>
      {String(message)}
    </Alert>
  ) : null
}

/**
 * Renders the submit button of a form.
 * It takes the focus on click instead of mouse down: the input that loses the focus may show an error, which would move
 * the button before the mouse button is released.
 */
export const SubmitButton = (props: ButtonProps) => (
  <Button
    type="submit"
    variant="contained"
    onMouseDown={(event) => event.preventDefault()}
    onClick={({ currentTarget }: MouseEvent<HTMLElement>) => currentTarget.focus()}
    {...props}
  />
)
