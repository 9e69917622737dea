import { Box, Stack, Typography } from '@mui/material'
import { Code39 } from '../../src/browser/Code39'
import { QrCode } from '../../src/browser/QrCode'
import { textSizes } from '../../src/browser/theme/type-scale'

/** The codes of a bill; missing if they are hidden from the role. */
export type CodesProps = {
  readonly MarketBarcodes?: readonly string[]
  readonly PostBarcodes?: readonly string[]
  readonly TWQRPayload?: string
}

/** Renders the codes with which a bill can be paid. */
export const CodeImages = ({ MarketBarcodes = [], PostBarcodes = [], TWQRPayload = '' }: CodesProps) => (
  <Stack spacing={3}>
    {MarketBarcodes.length > 0 && <Barcodes title="超商條碼" texts={MarketBarcodes} />}
    {PostBarcodes.length > 0 && <Barcodes title="郵局條碼" texts={PostBarcodes} />}
    {TWQRPayload && (
      <div>
        <CodeTitle text="TWQR／台灣Pay" />
        <Box
          sx={{
            width: 200,
            maxWidth: '100%',
            bgcolor: '#fff',
            '& figure': { m: 0 },
            '& svg': { display: 'block' },
          }}
        >
          <QrCode text={TWQRPayload} name="TWQR 繳費條碼" />
        </Box>
      </div>
    )}
  </Stack>
)

const CodeTitle = ({ text }: { text: string }) => (
  <Typography component="h3" sx={{ fontSize: textSizes.small, fontWeight: 600, mb: 1 }}>
    {text}
  </Typography>
)

// White in both themes, because scanners need dark bars on a light background.
const Barcodes = ({ title, texts }: { title: string; texts: readonly string[] }) => (
  <div>
    <CodeTitle text={title} />
    <Box
      sx={{
        '& figure': { m: 0, py: 1, overflowX: 'auto', bgcolor: '#fff', color: '#000' },
        '& svg': { display: 'block' },
        '& figcaption': captionStyle,
      }}
    >
      {texts.map((text) => (
        <Code39 key={text} text={text} />
      ))}
    </Box>
  </div>
)

const captionStyle = {
  pl: 1.25,
  fontSize: textSizes.small,
  letterSpacing: '0.12em',
  fontVariantNumeric: 'tabular-nums',
}
