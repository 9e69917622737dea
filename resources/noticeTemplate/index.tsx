import { Box, FormHelperText, Stack, Typography } from '@mui/material'
import { defineScreens, type InputProps, SectionCard, useWatch } from '../../src/admin'
import { countText } from '../../src/browser/format'
import { textSizes } from '../../src/browser/theme/type-scale'
import { productName } from '../../src/browser/use-page-title'
import { defaultPortalName } from '../../src/contract/brand'
import {
  fillLines,
  fillTemplate,
  type NoticeTemplate,
  noticeSms,
  placeholders,
  smsSize,
} from '../../src/domain/bills/notice-template'

/**
 * Renders the placeholders that a template may contain, and previews of the e-mail and the text message with sample
 * values.
 */
const TemplatePreview = () => {
  const template = useTemplate()
  return (
    <SectionCard title="預覽" note="以範例資料代入；寄送前的視窗以真實的帳單預覽。" label="預覽">
      <Stack spacing={2}>
        <Typography sx={smallText}>
          可使用的欄位：
          {Object.entries(placeholders).map(([name, sample]) => (
            <Box
              component="span"
              key={name}
              sx={{ display: 'inline-block', mr: 1.5 }}
              title={sample}
            >{`{${name}}`}</Box>
          ))}
        </Typography>
        <Message
          title="電子郵件"
          lines={[fillTemplate(template.MailSubject, placeholders), ...fillLines(template.MailBody, placeholders)]}
        />
        <SmsPreview template={template} />
      </Stack>
    </SectionCard>
  )
}

/** Returns the template in the form. */
const useTemplate = (): NoticeTemplate => {
  const [MailSubject, MailBody, SmsText]: readonly unknown[] = useWatch({
    name: ['MailSubject', 'MailBody', 'SmsText'],
  })
  return {
    MailSubject: String(MailSubject ?? ''),
    MailBody: String(MailBody ?? ''),
    SmsText: String(SmsText ?? ''),
  }
}

// A text message has no slip, so it contains the account number instead. The link is as long as a real one.
const sampleSms = (template: NoticeTemplate): string =>
  noticeSms(
    template,
    { ...placeholders, 繳款說明: `虛擬帳號 ${placeholders.銷帳編號}。` },
    `${window.location.origin}/bill/${'x'.repeat(24)}`,
  ).replace(defaultPortalName, productName())

const SmsPreview = ({ template }: { template: NoticeTemplate }) => {
  const text = sampleSms(template)
  const { characters, parts } = smsSize(text)
  return (
    <Message
      title={`簡訊（${countText(characters)} 字，計 ${countText(parts)} 則；字數隨帳單內容增減）`}
      lines={[text]}
    />
  )
}

const Message = ({ title, lines: [first = '', ...rest] }: { title: string; lines: readonly string[] }) => (
  // The name for screen readers omits the size of the message, which changes while the user types.
  <Box role="group" aria-label={title.split('（')[0] ?? ''}>
    <Typography component="h3" sx={{ ...smallText, fontWeight: 600, mb: 0.5 }}>
      {title}
    </Typography>
    <Box
      sx={{
        p: 1.5,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        ...smallText,
        lineHeight: 1.7,
        whiteSpace: 'pre-line',
        overflowWrap: 'anywhere',
      }}
    >
      <Box sx={rest.length > 0 ? { fontWeight: 600, mb: 0.5 } : {}}>{first}</Box>
      {rest.join('\n')}
    </Box>
  </Box>
)

/** Renders the input of the text message with the size of the message, because the preview may be out of view. */
const SmsInput = ({ children }: InputProps) => {
  const { characters, parts } = smsSize(sampleSms(useTemplate()))
  return (
    <>
      {children}
      <FormHelperText sx={{ mx: 1.75, mt: 0 }}>
        以範例資料代入後約 {countText(characters)} 字，計 {countText(parts)} 則簡訊。
      </FormHelperText>
    </>
  )
}

const smallText = { fontSize: textSizes.small }

export default defineScreens({
  AboveCreateInputs: TemplatePreview,
  AboveEditInputs: TemplatePreview,
  Inputs: { SmsText: SmsInput },
})
