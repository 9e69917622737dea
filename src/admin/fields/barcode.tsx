import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { code39Modules, isCode39 } from '../../domain/code39'
import type { FormatField } from '../../schema/types'
import { type FieldView, plainText, type ShownProps } from './field-view'
import { TextFilter, TextLine } from './text-line'

/** A text that the detail page draws as Code 39. */
export const barcode: FieldView<FormatField> = { Input: TextLine, Filter: TextFilter, text: plainText, Detail }

function Detail({ field, row }: ShownProps<FormatField>) {
  const value = plainText(field, row)
  return isCode39(value) ? <Bars label={field.label} value={value} /> : value
}

const Bars = ({ label, value }: { label: string; value: string }) => {
  const modules = code39Modules(value)
  return (
    <Box sx={{ display: 'inline-block', maxWidth: '100%', p: 1.5, bgcolor: '#fff', borderRadius: 1, border: 1, borderColor: 'divider' }}>
      <Box
        component="svg"
        role="img"
        aria-label={`${label}條碼 ${value}`}
        viewBox={`0 0 ${modules.length} 40`}
        preserveAspectRatio="none"
        sx={{ display: 'block', width: modules.length * 1.5, maxWidth: '100%', height: 56 }}
      >
        <path d={pathOf(modules)} fill="#000" />
      </Box>
      <Typography sx={{ mt: 0.5, textAlign: 'center', color: '#000', letterSpacing: '0.12em', fontSize: '0.875rem' }}>{value}</Typography>
    </Box>
  )
}

const pathOf = (modules: string): string => [...modules.matchAll(/1+/g)].map(({ index, 0: bar }) => `M${index} 0h${bar.length}v40h-${bar.length}z`).join('')
