import { type SavedChart, standaloneSvg } from './standaloneSvg.ts';

const density = 2;

/** The drawing as a picture with two dots to the pixel; rejects where the browser cannot draw it. */
export async function drawPng(svg: SVGSVGElement, chart: SavedChart): Promise<Blob> {
  const { width, height } = svg.viewBox.baseVal;
  const picture = await loaded(
    `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standaloneSvg(svg, chart))}`,
  );
  const canvas = document.createElement('canvas');
  canvas.width = width * density;
  canvas.height = height * density;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('There is no canvas to draw on.');
  pen.scale(density, density);
  pen.drawImage(picture, 0, 0, width, height);
  return await new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('The picture is empty.')) : resolve(blob)),
      'image/png',
    ),
  );
}

function loaded(address: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const picture = new Image();
    picture.onload = () => resolve(picture);
    picture.onerror = () => reject(new Error('The drawing cannot be read.'));
    picture.src = address;
  });
}
