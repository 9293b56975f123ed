import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import decodeQR from 'qr/decode.js';
import { expect, it } from 'vitest';
import { QrCode } from './TurnOn.tsx';

const pixels = 4;

/** The picture as a camera would see it: light, with the dark squares of the path. */
function pictureOf(svg: HTMLElement) {
  const side = Number(svg.getAttribute('viewBox')?.split(' ')[2]) * pixels;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  const path = svg.querySelector('path')?.getAttribute('d') ?? '';
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < pixels; row += 1)
      for (let column = 0; column < pixels; column += 1) {
        const at = ((Number(y) * pixels + row) * side + Number(x) * pixels + column) * 4;
        data.fill(0, at, at + 3);
      }
  return { width: side, height: side, data };
}

it('a QR code reads as its text', () => {
  const text = 'otpauth://totp/Atrium:mreyes?issuer=Atrium&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  render(
    <MantineProvider>
      <QrCode text={text} label="Secret" />
    </MantineProvider>,
  );
  expect(decodeQR(pictureOf(screen.getByRole('img', { name: 'Secret' })))).toBe(text);
});
