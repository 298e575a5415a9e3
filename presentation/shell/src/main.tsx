// oxlint-disable-next-line import/no-unassigned-import -- it only sets something
import './host/without-eval.ts';
import './ui/tokens.css';
import './ui/base.css';
import './ui/controls.css';
import './ui/overlays.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Entrance } from './frame/entrance.tsx';
import { followHistory } from './navigation/use-route.ts';
import { applyTheme } from './preferences/theme.ts';

applyTheme();
followHistory();
const place = document.getElementById('shell');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <Entrance />
    </StrictMode>,
  );
}
