import { Box, Text, VisuallyHidden } from '@mantine/core';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderParts } from './renderParts.tsx';

const properties = ['display', 'visibility', 'opacity', 'pointer-events'];

it('remembered styles are those that are computed, also of parts of other screens and of what is hidden', () => {
  renderParts(
    <main>
      <Text visibleFrom="xl">wide</Text>
      <Text hiddenFrom="xl">narrow</Text>
      <Box display={{ base: 'none', xs: 'flex' }}>by the screen</Box>
      <VisuallyHidden>read aloud</VisuallyHidden>
      <dialog open>open</dialog>
      <section style={{ visibility: 'hidden' }}>
        <p>
          within <b style={{ visibility: 'visible' }}>seen</b>
        </p>
      </section>
      <div style={{ display: 'none', opacity: 0, pointerEvents: 'none' }}>
        <button type="button">not there</button>
      </div>
    </main>,
  );
  for (const element of document.querySelectorAll('*')) {
    const style = window.getComputedStyle(element);
    for (const name of properties) {
      const computed: unknown = CSSStyleDeclaration.prototype.getPropertyValue.call(style, name);
      expect([element.tagName, name, style.getPropertyValue(name)]).toEqual([
        element.tagName,
        name,
        computed,
      ]);
    }
  }
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText('within')).not.toBeVisible();
});
