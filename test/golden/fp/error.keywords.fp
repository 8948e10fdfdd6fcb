shraed int x = 0;
int y = 0;
thraed P {
  lcoal int r = 0;
  bool c = false;
  whlie (x == 0) { skpi; }
  if (x == 1) { fenec; } esle { r = 1; }
  either { x = 1; } ro { x = 2; }
}
invarint x == 0;
